#!/usr/bin/env bash
# Measures how fast a run on a model goes; see bench/README.md.
modules=(bench calibration chaos simulator reports nacos-cluster)
main=dev.nacoscapacity.bench.ModelBench
jvm=(-XX:+UseSerialGC)
source "$(dirname "$(readlink -f "$0")")/../bin/.launch"
