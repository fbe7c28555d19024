{% set sets = {} %}
{% for rule in salt['pillar.get']('firewall:rules', []) %}
{% do sets.setdefault(rule.get('proto', 'tcp'), []).append(rule.port) %}
{% endfor %}
{% for proto, ports in sets | dictsort %}
/etc/nftables.d/{{ proto }}.nft:
  file.managed:
    - makedirs: True
    - contents: "define {{ proto }}_ports = { {{ ports | map('string') | sort | join(', ') }} }"
{% endfor %}
{% if 'udp' not in sets %}
/etc/nftables.d/udp.nft:
  file.absent
{% endif %}
