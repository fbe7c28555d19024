{% set tls = ['shop', 'login'] %}
web:
  sites:
{% for name in ['shop', 'login', 'wiki'] %}
    - name: {{ name }}.example.org
      tls: {{ name in tls }}
{% if loop.first %}
      aliases: [store.example.org, buy.example.org]
      locations:
        /: http://127.0.0.1:8080
        /api: http://127.0.0.1:8081
{% endif %}
{% endfor %}
    - {name: status.local, port: 8088}
