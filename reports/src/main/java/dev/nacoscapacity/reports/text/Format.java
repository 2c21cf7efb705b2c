package dev.nacoscapacity.reports.text;

/** How a table is written. */
public enum Format {
  /** Columns under each other, for a terminal. */
  TEXT,
  /** A table of GitHub's Markdown. */
  MARKDOWN,
  /** RFC 4180: plain numbers, no thousands' separators, an empty cell where nothing is known. */
  CSV
}
