"""For type checkers: the generated stubs of libtvmlike's own namespaces.

The module of a namespace imports its stub: NAME.py, or NAME.pyi if there is no such module at run time.
"""
