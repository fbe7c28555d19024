base:
  '*':
    - base
    - users
  'web*':
    - web
