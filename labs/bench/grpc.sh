#!/usr/bin/env bash
# Measures the fleet's gRPC clients beside the real nacos-client 2.x; see labs/bench/README.md.
bench=$(dirname "$(readlink -f "$0")")

need() {
  command -v "$1" >/dev/null && return
  echo "bench: $1 is missing: apt-get install $2" >&2
  exit 2
}
need mvn maven
need taskset util-linux
need setpriv util-linux

module=labs/bench
labs=(labs/bench nacos-cluster/reference-client/client-2.x)
main=dev.nacoscapacity.bench.GrpcBench
jvm=(-XX:+UseSerialGC)
source "$bench/../../bin/.launch"
