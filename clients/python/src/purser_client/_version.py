# Generated from package.json by tools/generate.ts. Do not edit.
__version__ = "0.1.0"
