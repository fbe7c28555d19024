/etc/network/interfaces:
  file.managed:
    - contents: |
        auto eth0
        iface eth0 inet dhcp
