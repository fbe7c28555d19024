include:
  - disks
snapshots:
  data: {every: hourly, keep: 24}
  home:
    every: '*-*-* 02:00:00'
    wants:
      - local-fs.target
      - remote-fs.target
