#!/usr/bin/env bash
# Measures how long a change takes to reach real clients that subscribe; see labs/bench/README.md.
module=nacos-cluster/reference-client/client-2.x
labs=($module)
main=dev.nacoscapacity.reference.ChangeDelay
jvm=(-Xmx1g -XX:+UseSerialGC -Xss256k)
source "$(dirname "$(readlink -f "$0")")/../../bin/.launch"
