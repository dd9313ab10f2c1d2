"""The pages of the site that are made from the code, the scene files and their outcomes.

Each room makes Markdown or reStructuredText as text; `writing` alone writes files.
"""
