package dev.nacoscapacity.core.published;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.record.OperationResult;
import dev.nacoscapacity.core.record.Prediction;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.verdict.Status;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a published cluster held, and at what it failed, beside a prediction. Loads are compared in
 * beats and lists a second, never in instances.
 *
 * @param node of the cluster, from any of its rows
 * @param held the largest load that it held; empty when none is known
 * @param failed the smallest load at which it failed; empty when none is known
 */
public record PublishedLimit(
    PublishedReport.Row node,
    Optional<PublishedReport.Row> held,
    Optional<PublishedReport.Row> failed) {

  private static final Comparator<PublishedReport.Row> BY_LOAD =
      Comparator.comparingDouble(PublishedReport.Row::offered);

  /**
   * The published cluster that contradicts a prediction, or else the one with the most similar
   * processors. A cluster contradicts a pass when it has as many processors or more, and failed at
   * as many requests a second or fewer. Only clusters of the run's setting count: its protocol, the
   * generation of its servers, and its tokens.
   *
   * @param status of the run's verdict
   * @return empty for a measurement, a run without beats or lists, and a setting of which nothing
   *     was published
   */
  public static Optional<Message> beside(RunRecord run, Status status) {
    Prediction prediction = run.target().prediction();
    if (prediction == null || prediction.cores() == null || run.windowSeconds() <= 0) {
      return Optional.empty();
    }
    double rate = RunEntry.rate(run, OperationResult::required);
    double cores = prediction.cores();
    List<PublishedLimit> limits = rate == 0 ? List.of() : of(run);
    return limits.stream()
        .filter(limit -> status == Status.PASS && limit.contradicts(rate, cores))
        .min(Comparator.comparing(limit -> limit.failed.orElseThrow(), BY_LOAD))
        .map(limit -> limit.message("published.contradicts", rate))
        .or(
            () ->
                limits.stream()
                    .min(Comparator.comparingDouble(limit -> limit.distance(cores)))
                    .map(limit -> limit.message("published.nearest", rate)));
  }

  private static List<PublishedLimit> of(RunRecord run) {
    String auth = RunEntry.auth(run.target());
    return PublishedReport.rows().stream()
        .filter(row -> row.load().instances() != null && row.result().held() != null)
        .filter(row -> row.cluster().auth().equals(auth))
        .filter(row -> row.clients().equals(run.workload().protocol()))
        .filter(
            row -> generation(row.cluster().version()).equals(generation(run.target().version())))
        .collect(
            Collectors.groupingBy(
                row -> List.of(row.source(), row.cluster().version(), row.cluster().nodes())))
        .values()
        .stream()
        .map(
            rows ->
                new PublishedLimit(
                    rows.get(0),
                    outcome(rows, true).max(BY_LOAD),
                    outcome(rows, false).min(BY_LOAD)))
        .toList();
  }

  private static Stream<PublishedReport.Row> outcome(List<PublishedReport.Row> rows, boolean held) {
    return rows.stream().filter(row -> row.result().held() == held);
  }

  private static String generation(String version) {
    return version.substring(0, 1);
  }

  private double cores() {
    return node.cluster().nodes() * node.cluster().cores();
  }

  private boolean contradicts(double rate, double cores) {
    return cores() >= cores && failed.isPresent() && failed.get().offered() <= rate;
  }

  private double distance(double cores) {
    return Math.abs(Math.log(cores() / cores));
  }

  private Message message(String code, double rate) {
    return Message.of(
        code,
        with("source", node.source())
            .and("version", node.cluster().version())
            .and("nodes", node.cluster().nodes())
            .and("cores", node.cluster().cores().intValue())
            .and("rate", rate)
            .and("held", held.map(PublishedLimit::load).orElse(null))
            .and("failed", failed.map(PublishedLimit::load).orElse(null)));
  }

  private static Message load(PublishedReport.Row row) {
    return Message.of(
        "published.load",
        with("rate", row.offered())
            .and("instances", row.load().instances())
            .and("threads", row.load().clients()));
  }
}
