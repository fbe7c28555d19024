{% set certificates = salt['pillar.get']('tls:certificates', {}) %}
{% if certificates is mapping and certificates %}
{% for name, certificate in certificates | dictsort %}
tls {{ name }}:
  file.managed:
    - names:
      - /etc/ssl/proxy/{{ name }}.crt:
        - contents_pillar: tls:certificates:{{ name }}:crt
      - /etc/ssl/proxy/{{ name }}.key:
        - contents_pillar: tls:certificates:{{ name }}:key
        - mode: '0400'
    - makedirs: True
    - mode: '0444'
    - show_changes: False
{% endfor %}
{% else %}
tls self signed:
  cmd.run:
    - name: openssl req -x509 -newkey rsa:2048 -nodes -subj /CN={{ grains['fqdn'] }} -out /etc/ssl/proxy/self.crt
    - creates: /etc/ssl/proxy/self.crt
{% endif %}
