#!/usr/bin/env bash
# Draws the README's pictures from folders that runs on real clusters left:
#   docs/images/make.sh RUN TRIAL STUDY
# RUN is a run's folder, TRIAL one trial of an experiment, STUDY a capacity search. Needs Chromium.
set -euo pipefail
[[ $# == 3 ]] || { sed -n '2,4s/^# //p' "$0" >&2; exit 64; }
here=$(dirname "$(readlink -f "$0")")
frame=$(mktemp --suffix=.html)
trap 'rm -f "$frame"' EXIT

# picture NAME FOLDER TOP: its page from TOP pixels on, once in light colours and once in dark ones.
picture() {
  local scheme=1 colours
  echo "<meta name=color-scheme content='light dark'><body style='margin:0;overflow:hidden'>
<iframe src='file://$(readlink -f "$2")/report.html' width=1000 height=4000
 style='border:0;margin-top:-$3px'></iframe>" >"$frame"
  for colours in light dark; do
    chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --lang=en-US \
      --allow-file-access-from-files --window-size=1000,640 --virtual-time-budget=5000 \
      --blink-settings=preferredColorScheme=$scheme \
      --screenshot="$here/$1-$colours.png" "file://$frame" 2>/dev/null
    scheme=0
  done
}

picture verdict "$1" 42
picture timeline "$2" 495
picture study "$3" 42
