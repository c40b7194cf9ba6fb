"""The board as bits, what an action does, and how functions become kernels."""
