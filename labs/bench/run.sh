#!/usr/bin/env bash
# Measures the generator beside wrk, JMeter and Netty's codec; see labs/bench/README.md.
main=dev.nacoscapacity.bench.Bench
tools=("wrk:apt-get install wrk")
source "$(dirname "$(readlink -f "$0")")/.launch"
