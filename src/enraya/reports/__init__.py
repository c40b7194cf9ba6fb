"""Reports: tables and charts as pure functions of records and results.

Each report is one HTML file that needs nothing else: it opens offline, on a phone, in the dark.
"""
