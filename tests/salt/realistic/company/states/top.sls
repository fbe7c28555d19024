base:
  '*':
    - base
    - users
    - apps
  'G@os_family:Debian and web*':
    - match: compound
    - web
    - web.redirects
  'E@^(db|web)[0-9]+\.example\.org$':
    - match: compound
    - backup
  '^db[0-9]+\.':
    - match: pcre
    - db
    - db.tuning
  'role:database':
    - match: grain
    - db.users
  'monitoring:agent:enabled:True':
    - match: pillar
    - monitoring
