"""The league's pages: made on the server, readable without JavaScript, in the language of whoever reads."""
