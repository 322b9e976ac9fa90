"""One file a scene, and the parts that scenes are put together from."""
