{% set disks = salt['pillar.get']('storage:disks', {}) %}
include:
  - .tools
{% if disks %}
  - .mounts
{% endif %}
{% for name, disk in disks.items() %}
format {{ name }}:
  cmd.run:
    - name: mkfs.{{ disk.get('fs', 'ext4') }} -L {{ name[:12] }} {{ disk.device }}
    - unless: blkid {{ disk.device }}
    - require:
      - pkg: disk tools
{% endfor %}
