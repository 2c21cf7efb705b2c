#!/usr/bin/env bash
# Measures the generator beside wrk, JMeter and Netty's codec; see bench/README.md.
bench=$(dirname "$(readlink -f "$0")")

need() {
  command -v "$1" >/dev/null && return
  echo "bench: $1 is missing: apt-get install $2" >&2
  exit 2
}
need mvn maven
need wrk wrk
need nginx nginx
need taskset util-linux
need setpriv util-linux

if [[ " $* " != *" --help "* && ! -e $bench/../jmeter-plans/jmeter/target/jmeter/bin/ApacheJMeter.jar ]]; then
  echo "assembling JMeter: first use" >&2
  mvn -q -B -f "$bench/../jmeter-plans/jmeter/pom.xml" package >&2 || {
    echo "bench: JMeter could not be assembled (above)" >&2
    exit 2
  }
fi

modules=(bench simulator reports nacos-cluster)
main=dev.nacoscapacity.bench.Bench
jvm=(-XX:+UseSerialGC)
source "$bench/../bin/.launch"
