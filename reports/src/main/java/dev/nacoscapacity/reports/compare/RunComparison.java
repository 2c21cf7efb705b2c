package dev.nacoscapacity.reports.compare;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunFolder;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Several runs compared with the first one.
 *
 * @param differing settings that are not the same in all runs, with each run's value, if it has one
 * @param same settings that are the same in all runs
 * @param cautions why figures may not compare
 */
public record RunComparison(
    List<RunFolder> runs,
    Map<String, List<String>> differing,
    Map<String, String> same,
    List<Measure> measures,
    List<Message> cautions) {

  /**
   * More runs than this could not be distinguished in a plot, and there are no letters for them.
   */
  public static final int MOST_RUNS = 8;

  /**
   * Compares runs.
   *
   * @param runs two or more
   * @throws dev.nacoscapacity.core.record.RecordException when a run's files are damaged
   */
  public static RunComparison of(List<RunFolder> runs) {
    Map<String, List<String>> differing = new LinkedHashMap<>();
    Map<String, String> same = new LinkedHashMap<>();
    List<Map<String, String>> settings = runs.stream().map(Settings::of).toList();
    Settings.align(settings);
    TreeSet<String> names = new TreeSet<>();
    settings.forEach(each -> names.addAll(each.keySet()));
    for (String name : names) {
      List<String> values = new ArrayList<>();
      settings.forEach(each -> values.add(each.get(name)));
      if (values.stream().allMatch(value -> Objects.equals(value, values.get(0)))) {
        same.put(name, values.get(0));
      } else {
        differing.put(name, values);
      }
    }
    return new RunComparison(List.copyOf(runs), differing, same, Measures.of(runs), cautions(runs));
  }

  private static List<Message> cautions(List<RunFolder> runs) {
    List<Message> cautions = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      RunRecord run = runs.get(i).run();
      Arguments letter = with("run", letter(i));
      if (run.operations().isEmpty()) {
        cautions.add(Message.of("compare.endedEarly", letter));
      } else if (run.verdict() == null) {
        cautions.add(Message.of("compare.noVerdict", letter));
      } else if (run.verdict().status() == Status.INCONCLUSIVE) {
        cautions.add(Message.of("compare.inconclusive", letter));
      }
      if (run.source().closedLoop()) {
        cautions.add(Message.of("compare.closedLoop", letter));
      }
      if (run.target().dilation().isPresent()) {
        cautions.add(
            Message.of(
                "compare.dilated",
                with("run", letter(i)).and("stamp", run.target().stamp().orElseThrow())));
      }
      if (run.target().standIn()) {
        cautions.add(Message.of("compare.standIn", letter));
      }
    }
    List<String> predicted =
        IntStream.range(0, runs.size())
            .filter(i -> runs.get(i).run().target().predicted())
            .mapToObj(RunComparison::letter)
            .toList();
    if (!predicted.isEmpty()) {
      boolean all = predicted.size() == runs.size();
      cautions.add(
          Message.of(
              "compare.predicted",
              with("runs", all ? null : String.join(", ", predicted))
                  .and("stamp", Prediction.words())));
    }
    return cautions;
  }

  /** The name of a run's folder. */
  public String folder(int run) {
    return runs.get(run).path().toAbsolutePath().getFileName().toString();
  }

  /** A run's letter and folder. */
  public String name(int run) {
    return letter(run) + " " + folder(run);
  }

  /** The letter of a run: A to H. */
  public static String letter(int run) {
    return String.valueOf((char) ('A' + run));
  }
}
