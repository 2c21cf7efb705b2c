package dev.nacoscapacity.chaos.experiment;

import dev.nacoscapacity.core.experiment.Experiment;
import dev.nacoscapacity.core.verdict.Criteria;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An experiment: its hypothesis, its faults, and its observation.
 *
 * @param name for folders and records
 * @param title in words
 * @param gate how long to wait for the steady state before the first fault
 * @param healAfter how long each fault lasts; empty to heal at the end of the observation
 * @param observe how long to wait for the steady state to return
 */
public record ExperimentSpec(
    String name,
    String title,
    Experiment.Hypothesis hypothesis,
    Duration gate,
    List<ExperimentStep> method,
    Optional<Duration> healAfter,
    Duration observe) {

  public ExperimentSpec {
    method = List.copyOf(method);
    if (method.isEmpty()) {
      throw new IllegalArgumentException("a method has at least one step");
    }
    if (method.stream().filter(step -> step.versions().isPresent()).count() > 1) {
      throw new IllegalArgumentException("an experiment upgrades once: make it several");
    }
    if (observe.toMillis() / 1e3 < hypothesis.stretchSeconds()) {
      throw new IllegalArgumentException(
          ("the recovery-timeout is at least the steady-duration (%.0f s), not %d s: make --recovery-timeout longer, or --steady-duration"
                  + " shorter")
              .formatted(hypothesis.stretchSeconds(), observe.toSeconds()));
    }
    if (healAfter.isEmpty()
        && method.stream().anyMatch(s -> s.which().selection() == NodeChoice.Selection.EACH)) {
      throw new IllegalArgumentException(
          "nodes that are broken one after the other need a time after which each heals: add"
              + " --heal-after 30s, or in a file heal: { after: 30s }");
    }
  }

  /**
   * The same experiment, whose steady state tolerates what the criteria tolerate: for example, a
   * registration that a server lost before any fault.
   */
  public ExperimentSpec withCriteria(Criteria criteria) {
    Experiment.Hypothesis tolerant = hypothesis.withAccepted(criteria.registry());
    return new ExperimentSpec(name, title, tolerant, gate, method, healAfter, observe);
  }

  /** Whether any fault needs a proxy between clients and nodes. */
  public boolean byProxy() {
    return method.stream().anyMatch(step -> step.fault().byProxy());
  }

  /** Whether any fault cuts nodes off from others. */
  public boolean partitions() {
    return method.stream().anyMatch(step -> step.fault() == FaultKind.PARTITION);
  }

  /** The versions of the upgrade, if the experiment is one. */
  public Optional<VersionChange> upgrade() {
    return method.stream().flatMap(step -> step.versions().stream()).findFirst();
  }

  /** The method in the format of the record. */
  public List<Experiment.Action> recorded() {
    return method.stream().map(this::recorded).toList();
  }

  private Experiment.Action recorded(ExperimentStep step) {
    Map<String, Object> settings = new LinkedHashMap<>();
    if (step.fault().byProxy()) {
      settings.put("latencyMs", step.conditions().latency().toMillis());
    }
    step.versions()
        .ifPresent(
            versions -> {
              settings.put("from", versions.from().toString());
              settings.put("to", versions.to().toString());
              settings.put("clientsFollow", versions.clientsFollow());
            });
    return new Experiment.Action(
        step.fault().word(),
        step.nodes(),
        step.which().toString(),
        step.after().toMillis() / 1e3,
        healAfter.map(time -> time.toMillis() / 1e3).orElse(null),
        settings);
  }
}
