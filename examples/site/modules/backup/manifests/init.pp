# Where backups go, and the directory that they start from.
#
# @param target the machine that keeps them
# @param keep for how many days
# @param directory where they are made
class backup (
  String[1]       $target,
  Integer[1, 365] $keep      = 14,
  Pattern[/\A\//] $directory = '/var/backups/site',
) {
  file { $directory:
    ensure => directory,
    mode   => '0700',
  }

  file { '/usr/local/sbin/site-backup':
    ensure  => file,
    mode    => '0750',
    content => epp('backup/backup.sh.epp'),
  }

  # Whoever declares a job: the script that it runs comes first.
  Backup::Job <| |> {
    require +> File[$directory, '/usr/local/sbin/site-backup'],
  }
}
