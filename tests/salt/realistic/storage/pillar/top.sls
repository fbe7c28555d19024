base:
  '*':
    - none
  'role:storage':
    - match: grain
    - disks.{{ grains['os_family'] | lower }}
  'nas0[1-2]':
    - match: pcre
    - shares
    - replica
