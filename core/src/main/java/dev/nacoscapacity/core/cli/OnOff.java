package dev.nacoscapacity.core.cli;

/** The value of an option that switches something on or off, and that may be left out. */
public enum OnOff {
  ON,
  OFF
}
