"""The door: trusted proxies, the names we answer to, refusals as pages."""
