#!/bin/sh
# Says how full the disks are.
df -h / | awk 'NR == 2 { print $5 }'
