#!/usr/bin/env bash
# Draws the README's pictures from folders that runs on real clusters left:
#   docs/images/make.sh RUN TRIAL STUDY
# RUN is a run's folder, TRIAL one trial of an experiment, STUDY a capacity search. Needs Chromium.
set -euo pipefail
[[ $# == 3 ]] || { sed -n '2,4s/^# //p' "$0" >&2; exit 64; }
here=$(dirname "$(readlink -f "$0")")

# picture NAME PAGE#PLACE: once in light colours and once in dark ones.
picture() {
  local scheme=1
  for colours in light dark; do
    chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 \
      --lang=en-US --window-size=1000,640 --virtual-time-budget=5000 \
      --blink-settings=preferredColorScheme=$scheme \
      --screenshot="$here/$1-$colours.png" "file://$(readlink -f "${2%#*}")#${2#*#}" 2>/dev/null
    scheme=0
  done
}

picture verdict "$1/report.html#verdict"
picture timeline "$2/report.html#experiment"
picture study "$3/report.html#verdict"
