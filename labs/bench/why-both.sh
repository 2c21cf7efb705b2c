#!/usr/bin/env bash
# Measures JMeter's threads beside the fleet; see docs/jmeter-and-the-fleet.md.
main=dev.nacoscapacity.bench.ToolComparison
source "$(dirname "$(readlink -f "$0")")/.launch"
