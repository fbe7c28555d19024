db:
  version: 16
  memory: 16384
  max_connections: 250
  profile: large
  users:
    shop: {}
    report:
      superuser: true
    wiki:
  databases:
    - name: wiki
      owner: wiki
    - name: shop
      owner: shop
      extensions: [pgcrypto, hstore]
base:
  unwanted: [nano]
  lookup:
    tools: [curl, lsof, strace]
locale:
  lang: de_DE.UTF-8
  zone: Europe/Berlin
  utc: false
cron:
  jobs:
    vacuum-logs:
      command: 'journalctl --vacuum-time=7d > /dev/null 2>&1'
      hour: 3
    report:
      command: /usr/local/bin/report --mail "a@example.org"
      user: postgres
      minute: '*/15'
logs:
  shop: {path: /var/log/shop/*.log, days: 30}
  audit: {path: /var/log/audit.log}
