{% set names = ['pound', 'nginx', 'varnish'] | reject('equalto', salt['pillar.get']('proxy:keep', 'nginx')) | list %}
legacy proxies:
  service.dead:
    - names: {{ names }}
    - enable: False
  pkg.removed:
    - pkgs: {{ names | json }}
    - require:
      - service: legacy proxies
