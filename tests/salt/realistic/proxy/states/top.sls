base:
  'edge*':
    - proxy
    - proxy.stats
  'P@os:(Debian|Ubuntu) or E@edge02':
    - match: compound
    - firewall
  'proxy:tier:public':
    - match: pillar
    - tls
  'proxy:tier:^pub.*$':
    - match: pillar_pcre
    - tls.renew
  'not edge01':
    - match: compound
    - proxy.legacy
