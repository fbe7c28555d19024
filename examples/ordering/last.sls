vim:
  pkg.installed:
    - order: last

curl:
  pkg.installed: []
