{% from "base/map.jinja" import base with context %}
base-tools:
  pkg.installed:
    - pkgs: {{ (base.tools + salt['pillar.get']('base:extra_tools', [])) | unique | json }}

{% for name in salt['pillar.get']('base:unwanted', ['telnet', 'rsh-client']) | sort %}
unwanted-{{ name }}:
  pkg.removed:
    - name: {{ name }}
    - require:
      - pkg: base-tools
{% endfor %}
