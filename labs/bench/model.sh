#!/usr/bin/env bash
# Measures how fast a run on a model goes; see labs/bench/README.md.
modules=(labs/bench labs/calibration core chaos simulator reports nacos-cluster)
main=dev.nacoscapacity.bench.ModelBench
jvm=(-XX:+UseSerialGC)
source "$(dirname "$(readlink -f "$0")")/../../bin/.launch"
