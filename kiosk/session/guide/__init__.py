"""The guide that a table's first start begins with: language, the camera's picture, the tray, the buttons."""
