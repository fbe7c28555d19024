{% set backup = salt['pillar.get']('backup', {'paths': ['/etc']}) %}
include:
  - .client
  - .hooks

backup paths:
  file.accumulated:
    - filename: /etc/backup/paths
    - text: {{ backup.paths | tojson }}
    - require_in:
      - file: /etc/backup/paths
