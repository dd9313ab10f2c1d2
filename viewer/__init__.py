"""Every face a person meets: command line, text, JSON and pictures.

This layer draws evidence and decides nothing.
"""
