{% from "base/map.jinja" import base with context -%}
{% set options = {
  'PermitRootLogin': 'no',
  'PasswordAuthentication': 'no',
  'X11Forwarding': 'no',
} -%}
{% do options.update(salt['pillar.get']('ssh:options', {})) -%}
sshd:
  pkg.installed:
    - name: {{ base.ssh.package }}
  service.running:
    - name: {{ base.ssh.service }}
    - enable: true
    - reload: true
    - require:
      - pkg: sshd
{% for key, value in options | dictsort %}
sshd-{{ key | lower }}:
  file.replace:
    - name: /etc/ssh/sshd_config
    - pattern: '^#?\s*{{ key }}\s.*$'
    - repl: '{{ key }} {{ value }}'
    - append_if_not_found: True
    - watch_in:
      - service: sshd
{% endfor %}
