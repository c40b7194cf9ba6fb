"""Reports: HTML pages of tables and charts, as pure functions of records and results.

Each report is one HTML file that needs no others: it works offline, on a phone, in dark mode.
"""
