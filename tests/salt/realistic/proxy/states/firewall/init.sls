{% set rules = salt['pillar.get']('firewall:rules', [{'port': 22}]) %}
{% set lines = [] %}
{% for rule in rules -%}
{%- do lines.append(rule.get('proto', 'tcp') ~ ' dport ' ~ rule.port ~ ' ' ~ rule.get('action', 'accept')) -%}
{%- if rule.get('from') is string %}{% do lines.append('ip saddr ' ~ rule['from'] ~ ' accept') %}{% endif -%}
{%- endfor %}
nftables:
  pkg.installed: []
  service.running:
    - enable: True
    - watch:
      - file: /etc/nftables.conf

/etc/nftables.conf:
  file.managed:
    - mode: "0600"
    - contents: |
        table inet filter {
          chain input {
            {{ lines | join('\n') | indent(12) }}
          }
        }
