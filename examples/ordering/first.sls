curl:
  pkg.installed: []

vim:
  pkg.installed:
    - order: 1
