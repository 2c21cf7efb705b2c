package dev.nacoscapacity.reports.summary;

import static dev.nacoscapacity.core.text.Arguments.with;
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
import dev.nacoscapacity.core.text.Arguments;
import dev.nacoscapacity.core.text.Language;
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
  private final Language language;
  private final List<String> lines = new ArrayList<>();

  private ExperimentTables(Experiment experiment, Language language) {
    this.experiment = experiment;
    this.language = language;
  }

  static List<String> lines(Experiment experiment, Language language) {
    ExperimentTables tables = new ExperimentTables(experiment, language);
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
    Experiment.Design design = experiment.design();
    add(
        "experiment",
        "head",
        with("name", design.name()).and("trial", design.trial()).and("trials", design.trials()));
    if (experiment.baseline() != null) {
      add(
          "baseline",
          "baseline",
          with("rate", decimal(experiment.baseline().callsPerSecond()))
              .and("p99", decimal(experiment.baseline().p99Ms()))
              .and("worst", decimal(experiment.baseline().worstSecondP99Ms())));
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
          language.say(
              Boolean.TRUE.equals(fault.leader()) ? "experiment.ofLeader" : "experiment.fault",
              with("fault", fault.fault()).and("node", fault.node())),
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
    lines.addAll(table.lines(language));
    note(say("moments"));
  }

  private static String since(Fault fault, Double moment) {
    return moment == null ? UNKNOWN : of("%.1f", moment - fault.signalAt());
  }

  private void clients() {
    Outage outage = experiment.effects().outage();
    lines.add("");
    add(
        "clients",
        "clients",
        with("failed", outage.failed())
            .and("seconds", decimal(outage.seconds()))
            .and("clientSeconds", (long) outage.clientSeconds())
            .and("clients", outage.clientsMax())
            .and("worst", decimal(outage.worstClientSeconds())));
  }

  private void registry() {
    lines.add("");
    Table table = Table.of("registry", say("mostAtOnce"), say("addedUp"), say("atTheEnd"));
    experiment
        .effects()
        .registry()
        .forEach(
            (word, deviation) ->
                table.row(
                    language.heading(word),
                    count(deviation.peak()),
                    count(deviation.area()),
                    count(deviation.last())));
    lines.addAll(table.lines(language));
    Experiment.Loss loss = experiment.effects().loss();
    note(
        language.say(
            "experiment.dropped",
            with("dropped", loss.dropped())
                .and("away", loss.awaySeconds())
                .and("beats", loss.unknownInstanceBeats())));
  }

  private void storm() {
    lines.add("");
    Table table = Table.of(say("storm"), say("steady"), say("peak"));
    experiment
        .effects()
        .storm()
        .forEach(
            (operation, storm) ->
                table.row(
                    operation, decimal(storm.steadyPerSecond()), decimal(storm.peakPerSecond())));
    lines.addAll(table.lines(language));
    note(say("aSecond"));
  }

  private void data() {
    if (!experiment.effects().data().isEmpty()) {
      lines.add("");
      String survivors =
          experiment.effects().data().entrySet().stream()
              .map(kind -> survivors(kind.getKey(), kind.getValue()))
              .collect(Collectors.joining(", "));
      lines.addAll(LineWrap.labelled(language.say("label.data"), List.of(survivors)));
    }
  }

  private String survivors(String kind, SurvivingData data) {
    return language.say(
        "experiment.data",
        with("left", data.left())
            .and("stored", data.stored())
            .and("kind", kind)
            .and("node", data.node())
            .and("unread", data.unread().isEmpty() ? null : data.unread()));
  }

  private void recovery(Recovery recovery) {
    lines.add("");
    if (recovery.seconds() == null) {
      lines.addAll(
          LineWrap.labelled(language.say("label.recovered"), List.of(say("notRecovered"))));
      return;
    }
    add(
        "recovered",
        "recovered",
        with("seconds", recovery.seconds())
            .and("whole", recovery.sinceHealSeconds())
            .and("steady", experiment.design().hypothesis().stretchSeconds()));
  }

  private String say(String sentence) {
    return language.say("experiment." + sentence);
  }

  private void note(String text) {
    lines.addAll(LineWrap.lines("  ", "  ", text));
  }

  private void add(String label, String sentence, Arguments arguments) {
    String text = language.say("experiment." + sentence, arguments);
    lines.addAll(LineWrap.labelled(language.say("label." + label), List.of(text)));
  }
}
