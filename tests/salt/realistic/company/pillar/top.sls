base:
  '*':
    - common
  'web*':
    - web
    - users
    - backup
    - apps
  'db*':
    - db
    - users
    - monitoring
