base:
  '*':
    - broker
    - broker.policies
  'mq01,mq02':
    - match: list
    - broker.cluster
