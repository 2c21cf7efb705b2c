package dev.nacoscapacity.reports.verdict;

import java.util.List;

/**
 * What is known of a server version that a reason may come from. It says nothing about the run, and
 * never changes a verdict.
 *
 * @param code of the reason, whose sentence has a place for it
 * @param versions a regular expression
 * @param protocol {@code http} or {@code grpc}
 * @param sentence {@code known.<sentence>} is the key of one or more sentences, with the place to
 *     read on
 */
public record KnownBehaviour(String code, String versions, String protocol, String sentence) {

  private static final List<KnownBehaviour> ALL =
      List.of(
          new KnownBehaviour(
              "neverAppeared", "2\\.2\\.4.*", "grpc", "registrationBeforeConnection"));

  /** The argument of a reason that names the sentence. */
  private static final String ARGUMENT = "known";

  /**
   * The reason, with what is known of it at its end.
   *
   * @param version of the servers; null when unknown
   */
  public static Reason addTo(Reason reason, String version, String protocol) {
    return ALL.stream()
        .filter(known -> known.code.equals(reason.code()))
        .filter(known -> version != null && version.matches(known.versions))
        .filter(known -> known.protocol.equals(protocol))
        .findFirst()
        .map(known -> reason.with(ARGUMENT, known.sentence))
        .orElse(reason);
  }
}
