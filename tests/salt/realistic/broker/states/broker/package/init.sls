include:
  - .install
