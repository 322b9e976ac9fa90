"""All that pygame does: theme, widgets, one file a scene."""
