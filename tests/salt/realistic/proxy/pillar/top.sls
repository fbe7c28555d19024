base:
  'edge01':
    - proxy
    - tls
  'E@edge02 and G@os_family:RedHat':
    - match: compound
    - proxy
    - firewall
