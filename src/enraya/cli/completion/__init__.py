"""Completion of command lines in bash, zsh, fish and PowerShell.

A shell runs enraya for every Tab, so nothing here imports the commands: what can be completed is in
`table.json`, which `making` writes and a test compares with the commands and their registries.
"""
