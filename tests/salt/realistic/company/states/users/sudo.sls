{% set admins = [] %}
{% for name, user in salt['pillar.get']('users', {}).items() if user.get('admin') %}
{% do admins.append(name) %}
{% endfor %}
sudo package:
  pkg.installed:
    - name: sudo

/etc/sudoers.d/company:
  file.managed:
    - mode: '0440'
    - check_cmd: visudo -c -f
    - contents:
      - '# {{ admins | length }} admin{{ 's' if admins | length != 1 }}'
      {% for name in admins | sort(reverse=true) -%}
      - {{ name }} ALL=(ALL) NOPASSWD{{ ':' }} ALL
      {% endfor %}
    - require:
      - pkg: sudo package
