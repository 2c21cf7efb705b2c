#!/usr/bin/env bash
# Measures the fleet beside vegeta, k6 and JMeter at one pace; see labs/bench/README.md.
main=dev.nacoscapacity.bench.PeerBench
tools=("vegeta:go install github.com/tsenart/vegeta/v12@v12.12.0" "k6:go install go.k6.io/k6@v0.57.0")
source "$(dirname "$(readlink -f "$0")")/.launch"
