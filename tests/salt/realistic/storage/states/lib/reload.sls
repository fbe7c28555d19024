reload units:
  cmd.run:
    - name: systemctl daemon-reload
