package dev.nacoscapacity.core.text;

/** The output format of a table. */
public enum Format {
  /** Aligned columns, for a terminal. */
  TEXT,
  /** A table of GitHub's Markdown. */
  MARKDOWN,
  /** RFC 4180: plain numbers without thousands separators, an empty cell for an unknown value. */
  CSV,
  /** An array with an object a row: the same keys in each, null for an unknown value. */
  JSON;

  /** Whether programs read it, so that nothing may stand beside the table. */
  public boolean forPrograms() {
    return this == CSV || this == JSON;
  }
}
