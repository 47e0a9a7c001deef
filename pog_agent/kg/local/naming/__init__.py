"""Which names the nodes of local graphs go by, and who bears them."""
