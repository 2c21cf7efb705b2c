package dev.nacoscapacity.simulator.preflight.machine;

import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.Table;
import dev.nacoscapacity.core.text.Table.Field;
import java.util.ArrayList;
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
  public List<String> lines(Language language) {
    Table table =
        Table.whole(
            checks,
            List.of(
                Field.text("", check -> check.item().in(language)),
                Field.number("needed", 0, LimitCheck::needed),
                Field.number("here", 0, check -> available(check.available(), language)),
                Field.text(
                    "", check -> language.say(check.enough() ? "doctor.enough" : "doctor.short"))));
    List<String> rows = table.lines(language);
    List<String> lines = new ArrayList<>(rows.subList(0, 1));
    for (int i = 0; i < checks.size(); i++) {
      lines.add(rows.get(i + 1));
      checks.get(i).remedy().ifPresent(remedy -> lines.add("    -> " + remedy.in(language)));
    }
    return lines;
  }

  private static Object available(OptionalLong value, Language language) {
    if (value.isEmpty()) {
      return language.say("doctor.unknown");
    }
    return value.getAsLong() == Long.MAX_VALUE
        ? language.say("doctor.unlimited")
        : (Object) value.getAsLong();
  }
}
