# One thing to back up every night.
#
# @param command what prints it
# @param hour when it starts
define backup::job (
  String[1]      $command,
  Integer[0, 23] $hour = 3,
) {
  include backup

  $unit = "backup-${title}"

  file {
    default:
      ensure => file,
      mode   => '0644',
      ;
    "/etc/systemd/system/${unit}.service":
      content => @("UNIT"/L),
        [Unit]
        Description=Backup of ${title}

        [Service]
        Type=oneshot
        ExecStart=/usr/local/sbin/site-backup \
        ${title} '${command}'
        | UNIT
      ;
    "/etc/systemd/system/${unit}.timer":
      content => @("UNIT"),
        [Timer]
        OnCalendar=*-*-* ${hour}:00:00

        [Install]
        WantedBy=timers.target
        | UNIT
      ;
  }

  ~> service { "${unit}.timer":
    ensure => running,
    enable => true,
  }
}
