"""An agent in an ordinary process, where there is no sandbox: limits on time and output only.

What it may do beyond that, and what it does on its opponent's time, nobody prevents.
"""
