base:
  '*':
    - disks
    - shares
    - snapshots
  'G@num_cpus:8':
    - match: compound
    - cache
  'storage:replica:*':
    - match: pillar
    - replica
