"""File formats of collections, one file each; every one is a plug-in of the group `anaphor.formats`."""
