web:
  lookup:
    user: web
  sites:
    - {name: one, port: 8001}
    - {name: two, port: 8002}
