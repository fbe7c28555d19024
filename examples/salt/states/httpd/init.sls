# The page on ordering starts a service when its configuration has changed. A command takes the place of the service here, and all lies
# in one folder, so that anybody can apply it.
{% set folder = pillar.get('folder', '/srv/httpd') %}
httpd:
  file.managed:
    - name: {{ folder }}/httpd.conf
    - source: salt://httpd/httpd.conf
    - template: jinja
    - context:
        folder: {{ folder }}
    - require:
      - file: folder
  cmd.wait:
    - name: echo restarted >> {{ folder }}/log
    - watch:
      - file: httpd

folder:
  file.directory:
    - name: {{ folder }}
    - makedirs: True
    - mode: '0750'

{{ folder }}/current:
  file.symlink:
    - target: httpd.conf
    - require:
      - file: httpd
