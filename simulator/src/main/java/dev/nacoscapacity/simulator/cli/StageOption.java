package dev.nacoscapacity.simulator.cli;

import dev.nacoscapacity.core.cli.DurationConverter;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.core.verdict.Criteria;
import dev.nacoscapacity.core.workload.Stage;
import dev.nacoscapacity.simulator.options.RunOptions;
import dev.nacoscapacity.simulator.options.ThresholdOptions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that lets the fleet grow within a run. */
final class StageOption {

  private static final String NAME = "--stages";

  @Option(
      names = NAME,
      paramLabel = "N:TIME",
      split = ",",
      converter = StageConverter.class,
      description =
          "in place of --instances and --duration: sizes of a fleet that grows within the run, such"
              + " as 10000:5m,20000:5m,35000:10m; each is held for its time and judged, and the"
              + " first that fails is the last")
  private List<Stage> stages = List.of();

  private static final class StageConverter implements ITypeConverter<Stage> {

    private static final Pattern FORM = Pattern.compile("([1-9]\\d{0,8}):(.+)");

    @Override
    public Stage convert(String text) {
      Matcher form = FORM.matcher(text);
      if (!form.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is not a stage: write INSTANCES:TIME, for example 10000:5m");
      }
      return new Stage(
          Integer.parseInt(form.group(1)), new DurationConverter().convert(form.group(2)));
    }
  }

  boolean isAsked() {
    return !stages.isEmpty();
  }

  List<Stage> stages() {
    return stages;
  }

  /**
   * Lets the fleet of a run grow, if that was asked for.
   *
   * @throws UsageException when the sizes do not grow, a stage is too short for a verdict, or other
   *     options do not fit
   */
  void applyTo(RunOptions options, Criteria criteria) {
    for (int next = 0; next < stages.size(); next++) {
      Stage stage = stages.get(next);
      UsageException.requirePositive(NAME, stage.duration());
      ThresholdOptions.requireLongEnough(NAME, stage.duration(), criteria);
      int before = next == 0 ? 0 : stages.get(next - 1).instances();
      UsageException.unless(
          stage.instances() > before,
          NAME,
          "grows, and %d does not follow %d: name the smallest first"
              .formatted(stage.instances(), before));
    }
    if (isAsked()) {
      options.workload().growIn(stages);
    }
  }
}
