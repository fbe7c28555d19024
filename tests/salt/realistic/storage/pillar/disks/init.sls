storage:
  disks:
    data:
      device: /dev/sdb
      fs: xfs
      options: [noatime, nodiratime]
