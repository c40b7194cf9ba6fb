"""An agent in an ordinary process, where there is no sandbox: limits on time and output only.

Nothing limits what else it does, nor that it thinks on its opponent's time.
"""
