#!/usr/bin/env bash
# Measures the generator beside wrk, JMeter and Netty's codec; see bench/README.md.
set -euo pipefail
cd "$(dirname "$0")/.."

need() {
  if ! command -v "$1" >/dev/null; then
    echo "bench: $1 is missing: apt-get install $2" >&2
    exit 2
  fi
}
need java openjdk-17-jdk
need mvn maven
need wrk wrk
need nginx nginx
need taskset util-linux
need setpriv util-linux

log=$(mktemp)
build() {
  if ! mvn -q -B -DskipTests -Dspotless.check.skip "$@" package >"$log" 2>&1; then
    cat "$log" >&2
    echo "bench: the build failed (above)" >&2
    exit 2
  fi
}
build -pl bench -am
[ -e bench/jmeter/target/jmeter/bin/ApacheJMeter.jar ] || build -f bench/jmeter/pom.xml
rm -f "$log"

exec java -cp "$PWD/bench/target/classes:$PWD/bench/target/lib/*" dev.nacoscapacity.bench.Bench \
  --jmeter "$PWD/bench/jmeter/target/jmeter" "$@"
