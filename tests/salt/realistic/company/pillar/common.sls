domain: example.org
hosts:
  gateway: 192.0.2.1
  mail: 192.0.2.25
