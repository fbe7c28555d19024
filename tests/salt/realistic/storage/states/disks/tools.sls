{% set tools = ['smartmontools', 'parted'] %}
{% set kinds = salt['pillar.get']('storage:disks', {}).values() | map(attribute='fs') | select('defined') | list | unique %}
{% if 'xfs' in kinds %}{% do tools.append('xfsprogs') %}{% endif %}
{% if "btrfs" in kinds %}{% do tools.insert(0, "btrfs-progs") %}{% endif %}
disk tools:
  pkg.installed:
    - pkgs: {{ tools | tojson }}
