package dev.nacoscapacity.simulator.preflight.machine;

import dev.nacoscapacity.core.text.NumberText;
import java.util.List;
import java.util.OptionalLong;

/** The checks of the doctor, in the order in which they are shown. */
public record Diagnosis(List<LimitCheck> checks) {

  public Diagnosis {
    checks = List.copyOf(checks);
  }

  /** 0 when everything is enough, 1 otherwise. */
  public int exitCode() {
    return checks.stream().allMatch(LimitCheck::enough) ? 0 : 1;
  }

  /** A line for each check, and below each shortage the command that fixes it. */
  public String table() {
    StringBuilder table = new StringBuilder();
    table.append("%-28s %12s %12s%n".formatted("", "needed", "here"));
    for (LimitCheck check : checks) {
      table.append(
          NumberText.of(
              "%-28s %,12d %12s  %s%n",
              check.item(),
              check.needed(),
              number(check.available()),
              check.enough() ? "enough" : "not enough"));
      if (!check.enough()) {
        table.append("    -> ").append(check.remedy()).append(System.lineSeparator());
      }
    }
    return table.toString();
  }

  private static String number(OptionalLong value) {
    if (value.isEmpty()) {
      return "unknown";
    }
    return value.getAsLong() == Long.MAX_VALUE
        ? "unlimited"
        : NumberText.of("%,d", value.getAsLong());
  }
}
