include:
  - .install
  - .config
  - .sites
  - .service
  - .certs
