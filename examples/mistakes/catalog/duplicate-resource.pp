package { 'curl': }
package { 'curl':
  ensure => latest,
}
