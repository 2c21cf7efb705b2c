package dev.nacoscapacity.core.verdict;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.core.text.Message;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The verdict of a run on the registry.
 *
 * @param reasons worst first; empty only for a pass
 * @param criteria the bounds of the verdict
 * @param asked the names of those bounds that the user set
 * @param published beside a prediction, what a published cluster held; absent for a measurement, or
 *     when nothing was published
 */
public record Verdict(
    Status status, List<Reason> reasons, Criteria criteria, List<String> asked, Message published) {

  public Verdict {
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
    if (criteria != null) {
      criteria = asked == null ? criteria : criteria.withAsked(asked);
      asked = List.copyOf(criteria.asked());
    }
  }

  /** A verdict by criteria that know what the user set. */
  public Verdict(Status status, List<Reason> reasons, Criteria criteria) {
    this(status, reasons, criteria, null, null);
  }

  /** Where to read what to do about each of the reasons; empty for a pass. */
  public Optional<Message> help() {
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Message.of(
                "reasons.help",
                with(
                    "anchors",
                    reasons.stream()
                        .map(Reason::anchor)
                        .distinct()
                        .collect(Collectors.joining(", ")))));
  }

  /** The same verdict, beside what a published cluster held. */
  public Verdict withPublished(Message limit) {
    return new Verdict(status, reasons, criteria, asked, limit);
  }
}
