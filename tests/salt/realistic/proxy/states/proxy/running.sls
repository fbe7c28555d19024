include:
  - proxy.config
  - proxy.backends

proxy service:
  service.running:
    - name: haproxy
    - enable: True
    - reload: True
    - watch:
      - file: /etc/haproxy/conf.d/*
    - require:
      - cmd: check proxy

proxy drains:
  cmd.run:
    - name: haproxyctl drain
    - onlyif:
      - fun: test.true
    - prereq:
      - service: proxy service
