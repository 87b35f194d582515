"""The programs to download, for people without Python: ``make dist`` builds and tries them."""
