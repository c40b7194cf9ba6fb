"""The mechanisms of the sandbox, one by one."""
