include:
  - disks

{% for name, disk in salt['pillar.get']('storage:disks', {}).items() %}
{% set path = disk.mount | default('/srv/' ~ name, true) %}
{{ path }}:
  mount.mounted:
    - device: LABEL={{ name[:12] }}
    - fstype: {{ disk.fs | default('ext4') }}
    - mkmnt: True
    - opts: {{ disk.get('options', ['defaults']) | join(',') }}
    - require:
      - cmd: format {{ name }}
{% endfor %}
