"""Commands about data sets and models."""
