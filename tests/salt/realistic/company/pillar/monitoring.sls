monitoring:
  agent:
    enabled: True
    port: 9101
    collectors: [systemd, cpu, diskstats]
    server:
      targets: ['web01:9100', 'db01:9101']
      alerts: true
  checks:
    disk:
      warn: 75
    load: {warn: 5, crit: 12}
