"""Games that two people play on two devices; each device has its own link."""
