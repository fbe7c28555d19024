{% from "proxy/map.jinja" import proxy with context %}
proxy:
  pkg:
    - installed
    - name: {{ proxy.pkg }}
  group:
    - present
    - name: {{ proxy.group }}
    - system: True
  user.present:
    - name: haproxy
    - home: {{ proxy.chroot }}
    - gid: {{ proxy.group }}
    - require:
      - group: proxy

proxy never wanted:
  pkg.purged:
    - name: pound
