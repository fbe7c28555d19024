{%- set tplroot = tpldir.split('/')[0] %}
{%- set sls_package_install = tplroot ~ '.package.install' %}
{%- from tplroot ~ "/map.jinja" import broker with context %}
{%- from tplroot ~ "/libpaths.jinja" import sources with context %}

include:
  - {{ sls_package_install }}

broker-config-file:
  file.managed:
    - name: {{ broker.config }}
    - source: {{ sources(['rabbitmq.conf.jinja'], lookup='main') }}
    - mode: '0640'
    - user: root
    - group: {{ broker.rootgroup }}
    - makedirs: True
    - template: jinja
    - require:
      - sls: {{ sls_package_install }}
    - context:
        settings: {{ broker.settings | json }}
