"""Files of any size, read in order in constant memory: unpacked, in any encoding, as UTF-8 in NFC."""
