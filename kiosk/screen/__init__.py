"""All that pygame does: a file a scene, what scenes are drawn with, the window, what is heard."""
