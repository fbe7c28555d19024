backup:
  paths:
    - /etc
    - /srv
  hooks:
    before: |
      sync
      test -d /srv
