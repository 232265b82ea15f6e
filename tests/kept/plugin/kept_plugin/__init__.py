"""A package of somebody else, written for version 0.1 as its documentation told: one part of each kind.

It must go on working as it is: what it imports is what authors of plug-ins were told to import.
"""
