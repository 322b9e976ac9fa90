"""Development only: our own still renderer and the script that makes the weights in assets/."""
