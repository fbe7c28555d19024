broker:
  accounts:
    admin:
      password:
      permissions:
        shop: ^$ ^$ .*
  pkg:
    version: 3.12
