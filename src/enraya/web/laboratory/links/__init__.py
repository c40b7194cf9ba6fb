"""Games that two people play from two devices, each with a link of their own."""
