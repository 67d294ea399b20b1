"""Whole games as one small file each: what there is to know of every position, for a page that knows no rules."""
