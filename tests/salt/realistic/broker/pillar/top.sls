base:
  'mq0[12]':
    - broker
  'os_family:RedHat':
    - match: grain
    - broker_accounts
  'mq*':
    - empty
