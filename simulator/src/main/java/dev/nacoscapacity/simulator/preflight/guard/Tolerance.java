package dev.nacoscapacity.simulator.preflight.guard;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.text.Message;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The harm that the guard tolerates; anything beyond it stops the run.
 *
 * @param nodes how many nodes may stop answering, at least 0; {@link Integer#MAX_VALUE} when only
 *     the silence of all nodes is harm
 * @param instances how many healthy instances a foreign service may lose on a node, at least 0
 * @param percent how many percent of its healthy instances it may lose, 0 to 100, rounded down; the
 *     larger of the two bounds applies
 * @param ignored services that may lose all instances: patterns of their names, or of {@code
 *     group@@name}, in which {@code *} stands for any text
 */
public record Tolerance(int nodes, int instances, int percent, List<String> ignored) {

  public Tolerance {
    ignored = List.copyOf(ignored);
  }

  /** Returns this tolerance for a run that breaks nodes on purpose. */
  public Tolerance withoutNodes() {
    return new Tolerance(Integer.MAX_VALUE, instances, percent, ignored);
  }

  /** Whether silent nodes can be harm. */
  public boolean guardsNodes() {
    return nodes < Integer.MAX_VALUE;
  }

  /** Whether a service may lose all of its instances. */
  public boolean ignores(String groupedName) {
    int group = groupedName.indexOf(Http.GROUP_SEPARATOR);
    String name =
        group < 0 ? groupedName : groupedName.substring(group + Http.GROUP_SEPARATOR.length());
    return ignored.stream()
        .map(Tolerance::regex)
        .anyMatch(p -> p.matcher(name).matches() || p.matcher(groupedName).matches());
  }

  private static Pattern regex(String pattern) {
    return Pattern.compile(Pattern.quote(pattern).replace("*", "\\E.*\\Q"), Pattern.DOTALL);
  }

  /** The minimum of healthy instances of a service that had {@code before} at first. */
  int fewest(int before) {
    long lost = Math.max(instances, (long) before * percent / 100);
    return (int) Math.max(0, before - lost);
  }

  /** What stops a run; follows the words "stops when". */
  public Message limits() {
    String loss = instances > 0 ? "instances" : percent > 0 ? "percent" : "one";
    String silence = nodes == 0 ? "one" : "several";
    return Message.of(
        "guard.limits",
        with("loss", loss)
            .and("silence", guardsNodes() ? silence : null)
            .and("instances", instances)
            .and("percent", percent)
            .and("nodes", nodes));
  }
}
