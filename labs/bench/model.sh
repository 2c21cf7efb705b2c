#!/usr/bin/env bash
# Measures how fast a run on a model goes; see labs/bench/README.md.
module=labs/bench
labs=(labs/bench labs/calibration)
main=dev.nacoscapacity.bench.ModelBench
jvm=(-XX:+UseSerialGC)
source "$(dirname "$(readlink -f "$0")")/../../bin/.launch"
