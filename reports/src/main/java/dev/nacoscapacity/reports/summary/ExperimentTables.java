package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.NumberText.UNKNOWN;
import static dev.nacoscapacity.core.text.NumberText.count;
import static dev.nacoscapacity.core.text.NumberText.decimal;
import static dev.nacoscapacity.core.text.NumberText.of;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.experiment.Experiment.Detection;
import dev.nacoscapacity.core.experiment.Experiment.Fault;
import dev.nacoscapacity.core.experiment.Experiment.Outage;
import dev.nacoscapacity.core.experiment.Experiment.Recovery;
import dev.nacoscapacity.core.experiment.Experiment.Rejoin;
import dev.nacoscapacity.core.experiment.Experiment.SurvivingData;
import dev.nacoscapacity.core.experiment.Experiment.Victim;
import dev.nacoscapacity.core.text.LineWrap;
import dev.nacoscapacity.core.text.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The experiment's part of the summary: the faults with their times, and how the cluster recovered.
 */
final class ExperimentTables {

  private static final String MOMENTS =
      "fault|owned|served/s|gone|closed|client|node|healed|answers|UP|raft|equal";

  private final Experiment experiment;
  private final List<String> lines = new ArrayList<>();

  private ExperimentTables(Experiment experiment) {
    this.experiment = experiment;
  }

  static List<String> lines(Experiment experiment) {
    ExperimentTables tables = new ExperimentTables(experiment);
    tables.head();
    if (experiment.effects().recovery() != null) {
      tables.moments();
      tables.clients();
      tables.registry();
      tables.storm();
      tables.data();
      tables.recovery(experiment.effects().recovery());
    }
    return tables.lines;
  }

  private void head() {
    lines.add(
        of(
            "Experiment: %s, trial %d of %d",
            experiment.design().name(), experiment.design().trial(), experiment.design().trials()));
    if (experiment.baseline() != null) {
      lines.add(
          of(
              "Baseline:   %s calls/s, p99 %s ms, worst second's %s ms",
              decimal(experiment.baseline().callsPerSecond()),
              decimal(experiment.baseline().p99Ms()),
              decimal(experiment.baseline().worstSecondP99Ms())));
    }
  }

  private void moments() {
    lines.add("");
    Table table = Table.of(MOMENTS.split("\\|"));
    for (Victim victim : experiment.victims()) {
      Fault fault = victim.fault();
      Detection detection = victim.detection();
      Rejoin rejoin = victim.rejoin();
      table.row(
          fault.fault()
              + " "
              + fault.node()
              + (Boolean.TRUE.equals(fault.leader()) ? " (leader)" : ""),
          count(fault.ownedInstances()),
          decimal(fault.servedPerSecond()),
          since(fault, fault.exitAt()),
          since(fault, fault.portClosedAt()),
          decimal(detection.clientSeconds()),
          decimal(detection.serverSeconds()),
          since(fault, fault.healAt()),
          decimal(rejoin.processSeconds()),
          decimal(rejoin.upSeconds()),
          decimal(rejoin.raftSeconds()),
          decimal(rejoin.equalSeconds()));
    }
    lines.addAll(table.lines());
    lines.addAll(
        LineWrap.lines(
            "  ",
            "  ",
            "gone to healed: seconds from the fault until the process was gone, its port closed,"
                + " the first client noticed, the first other node called it DOWN, and it was"
                + " healed; answers to equal: from then until it answered, every member called it"
                + " UP, it named the raft leader of the others, and it showed the fleet as they"
                + " do"));
  }

  private static String since(Fault fault, Double moment) {
    return moment == null ? UNKNOWN : of("%.1f", moment - fault.signalAt());
  }

  private void clients() {
    Outage outage = experiment.effects().outage();
    lines.add("");
    lines.add(
        of(
            "Clients:    %s calls failed; calls failed or clients went without service for %s s;",
            count(outage.failed()), decimal(outage.seconds())));
    lines.add(
        of(
            "            %s client-seconds without service, at most %s clients at once, one for %s"
                + " s",
            count((long) outage.clientSeconds()),
            count(outage.clientsMax()),
            decimal(outage.worstClientSeconds())));
  }

  private void registry() {
    lines.add("");
    Table table = Table.of("registry", "most at once", "added up (s)", "at the end");
    experiment
        .effects()
        .registry()
        .forEach(
            (word, deviation) ->
                table.row(
                    word,
                    count(deviation.peak()),
                    count(deviation.area()),
                    count(deviation.last())));
    lines.addAll(table.lines());
    lines.add(
        of(
            "  dropped although they kept beating: %s times, away for up to %.0f s;",
            count(experiment.effects().loss().dropped()),
            experiment.effects().loss().awaySeconds()));
    lines.add(
        of(
            "  beats answered \"unknown instance\": %s",
            count(experiment.effects().loss().unknownInstanceBeats())));
  }

  private void storm() {
    lines.add("");
    Table table = Table.of("storm", "steady", "peak");
    experiment
        .effects()
        .storm()
        .forEach(
            (operation, storm) ->
                table.row(
                    operation, decimal(storm.steadyPerSecond()), decimal(storm.peakPerSecond())));
    lines.addAll(table.lines());
    lines.add("  calls a second");
  }

  private void data() {
    if (!experiment.effects().data().isEmpty()) {
      lines.add("");
      lines.add(
          "Data:       "
              + experiment.effects().data().entrySet().stream()
                  .map(kind -> survivors(kind.getKey(), kind.getValue()))
                  .collect(Collectors.joining(", ")));
    }
  }

  private static String survivors(String kind, SurvivingData data) {
    return of(
        "%d of %d %s%s",
        data.left(),
        data.stored(),
        kind.equals("newConfigurations") ? "new configurations" : kind,
        data.node() == null ? "" : " (" + data.node() + ")");
  }

  private void recovery(Recovery recovery) {
    lines.add("");
    if (recovery.seconds() == null) {
      lines.add("Recovered:  no");
      return;
    }
    String whole =
        recovery.sinceHealSeconds() == null
            ? "and not with every node"
            : of("with every node %.1f s after the last heal", recovery.sinceHealSeconds());
    lines.add(of("Recovered:  %.1f s after the fault, %s:", recovery.seconds(), whole));
    lines.add(
        of(
            "            from then on the steady state held for %.0f s",
            experiment.design().hypothesis().stretchSeconds()));
  }
}
