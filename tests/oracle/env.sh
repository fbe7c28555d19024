# Source this to have real Puppet on the PATH: `oracle8` runs one of the programs in puppet/ with Puppet 8 loaded,
# `puppet8` is its command line.
export ORACLE_HOME=${ORACLE_HOME:-/opt/oracle}
export PATH=$ORACLE_HOME/bin:$PATH
