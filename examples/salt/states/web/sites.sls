{% for site in salt['pillar.get']('web:sites', []) %}
/etc/nginx/conf.d/{{ site.name }}.conf:
  file.managed:
    - source: salt://web/files/site.conf
    - template: jinja
    - context:
        site: {{ site|json }}
    - require:
      - pkg: nginx
    - watch_in:
      - service: nginx
{% endfor %}
