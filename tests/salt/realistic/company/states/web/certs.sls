{% set sites = salt['pillar.get']('web:sites', []) | selectattr('tls', 'defined') | selectattr('tls') | list %}
certificates:
  file.directory:
    - name: /etc/ssl/company
    - mode: 0750
    - names:
      - /etc/ssl/company
      - /etc/ssl/company/private:
        - mode: '0700'
{% for site in sites %}
{% set stem = '/etc/ssl/company/' ~ site.name %}
{{ stem }}.pem:
  cmd.run:
    - name: openssl req -x509 -subj /CN={{ site.name }} -out {{ stem }}.pem
    - creates: {{ stem }}.pem
    - umask: '077'
    - require:
      - file: certificates
{% endfor %}
