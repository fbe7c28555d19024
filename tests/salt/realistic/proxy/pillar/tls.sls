tls:
  days: 7
  mail: certs@example.net
  certificates:
    shop:
      crt: |
        -----BEGIN CERTIFICATE-----
        shop
        -----END CERTIFICATE-----
      key: secret
    wiki: {crt: wiki, key: secret}
