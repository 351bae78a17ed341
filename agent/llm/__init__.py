"""The way to a language model: what one may be asked (`port`), what it may cost (`budget`), and the door to the servers (`client`)."""
