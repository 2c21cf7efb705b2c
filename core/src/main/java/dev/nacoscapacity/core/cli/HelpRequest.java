package dev.nacoscapacity.core.cli;

import java.util.List;

/** Thrown by the converter of an option whose value asks for lines of help in place of a run. */
public final class HelpRequest extends RuntimeException {

  private final transient List<String> lines;

  public HelpRequest(List<String> lines) {
    this.lines = lines;
  }

  List<String> lines() {
    return lines;
  }
}
