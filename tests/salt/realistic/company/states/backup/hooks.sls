{% set hooks = salt['pillar.get']('backup:hooks', {}) %}
/etc/backup/hooks:
  file.directory:
    - makedirs: True
    - clean: True
{% for stage in ('before', 'after') if stage in hooks %}
/etc/backup/hooks/{{ stage }}:
  file.managed:
    - mode: '0755'
    - contents: |
        #!/bin/sh
        {{ hooks[stage] | indent(8) }}
    - require_in:
      - file: /etc/backup/hooks
{% endfor %}
