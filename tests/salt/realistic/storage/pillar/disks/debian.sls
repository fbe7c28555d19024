{% if grains['num_cpus'] > 1 %}
include:
  - disks
storage:
  disks:
    archive-of-all-years:
      device: /dev/sdc
      mount:
{% endif %}
