{% load_yaml as redirects %}
old.example.org: https://www.example.org
{% if salt['pillar.get']('web:sites') %}
{% for site in pillar['web']['sites'] %}
www.{{ site.name }}: https://{{ site.name }}
{% endfor %}
{% endif %}
{% endload %}
/etc/nginx/redirects.map:
  file.managed:
    - makedirs: True
    - contents:
      {% for from, to in redirects.items() -%}
      - {{ from }} {{ to | yaml_squote }}
      {% endfor %}
