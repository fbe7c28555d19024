{% set mail = salt['pillar.get']('mail', {'relay': 'mail.example.org'}) %}
{% set aliases = {'root': 'admins@' ~ salt['pillar.get']('domain', 'example.org')} %}
{% do aliases.update(mail.get('aliases', {})) %}
postfix:
  pkg.installed: []
  service.running:
    - enable: True
    - listen:
      - file: /etc/postfix/main.cf

/etc/postfix/main.cf:
  file.managed:
    - contents: |
        relayhost = [{{ mail.relay }}]:{{ mail.port | default(25) }}
        inet_interfaces = {{ mail.interfaces | default(['loopback-only']) | join(', ') }}
    - require:
      - pkg: postfix

/etc/aliases:
  file.blockreplace:
    - marker_start: '# begin company'
    - marker_end: '# end company'
    - append_if_not_found: True
    - content: |
        {%- for name in aliases | sort %}
        {{ '%-12s %s' | format(name ~ ':', aliases[name]) }}
        {%- endfor %}

newaliases:
  cmd.run:
    - onchanges:
      - file: /etc/aliases
    - require: [{pkg: postfix}]
