include:
  - .file
  - .environment
  - .plugins
