firewall:
  rules:
    - port: 22
      from: 192.0.2.0/24
    - {port: 443}
    - {port: 53, proto: udp, action: drop}
    - port: 8000-8100
