include:
  - .server
  - .users
  - .databases
  - .maintenance

extend:
  database server:
    service:
      - watch:
        - file: /etc/postgresql/company.conf
