package dev.nacoscapacity.simulator.study.size;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.ServerVersion;
import dev.nacoscapacity.cluster.model.Costs;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.text.NumberText;
import java.util.List;
import java.util.stream.Stream;

/**
 * How far predictions of a version were off, against real runs whose figures are not in its costs:
 * the table of docs/explanation/model.md.
 *
 * @param runs that were compared
 * @param least error of the CPU of a node, in percent of the measured; below 0 where the model asks
 *     for too little
 * @param most likewise
 */
record KnownError(ServerVersion version, int runs, int least, int most) {

  private static final List<KnownError> ALL =
      List.of(
          new KnownError(ServerVersion.V1_4_1, 5, -32, -11),
          new KnownError(ServerVersion.V2_5_0, 13, -11, 21),
          new KnownError(ServerVersion.V3_1_0, 12, -4, 29));

  /**
   * What is known of the error of an answer, in a sentence or two.
   *
   * @param size its live nodes
   */
  static Message message(SizeQuestion question, ClusterSize size) {
    Costs costs = question.costs();
    Costs.Extent reach = costs.reach();
    List<Message> outside =
        Stream.of(
                outside("nodes", size.nodes(), reach.nodes()),
                outside("cores", size.cores(), reach.cores()),
                outside("instances", question.instances(), reach.instances()),
                outside("hosts", question.hostsPerService(), reach.hosts()))
            .flatMap(List::stream)
            .toList();
    KnownError error =
        ALL.stream().filter(each -> each.version == costs.version()).findFirst().orElse(null);
    return Message.of(
        "size.error",
        with("version", costs.version().toString())
            .and("runs", error == null ? null : error.runs)
            .and("least", error == null ? null : NumberText.of("%+d", error.least))
            .and("most", error == null ? null : NumberText.of("%+d", error.most))
            .and("outside", outside.isEmpty() ? null : outside));
  }

  private static List<Message> outside(String respect, double value, double largest) {
    return value <= largest
        ? List.of()
        : List.of(
            Message.of("size.outside." + respect, with("value", value).and("known", largest)));
  }
}
