package dev.nacoscapacity.reports.verdict;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * What is known of a server version that a reason may come from, with the place to read on: a row
 * of known.json. It says nothing about the run, and never changes a verdict.
 *
 * @param code of the reason
 * @param versions a regular expression
 * @param protocol {@code http} or {@code grpc}; null for both
 * @param english one or more sentences
 * @param chinese the same
 */
public record KnownBehaviour(
    String code, String versions, String protocol, String english, String chinese) {

  private static final List<KnownBehaviour> ALL = load();

  /** All that is known. */
  public static List<KnownBehaviour> all() {
    return ALL;
  }

  /**
   * The reason, with what is known of it at its end.
   *
   * @param version of the servers; null when unknown
   */
  public static Reason addTo(Reason reason, String version, String protocol) {
    return ALL.stream()
        .filter(known -> known.isOf(reason, version, protocol))
        .findFirst()
        .map(
            known ->
                new Reason(reason.severity(), reason.code(), reason.text() + " " + known.english()))
        .orElse(reason);
  }

  private boolean isOf(Reason reason, String version, String ofProtocol) {
    return code.equals(reason.code())
        && version != null
        && version.matches(versions)
        && (protocol == null || Objects.equals(protocol, ofProtocol));
  }

  private static List<KnownBehaviour> load() {
    try (InputStream json = KnownBehaviour.class.getResourceAsStream("known.json")) {
      return new ObjectMapper().readValue(json, new TypeReference<>() {});
    } catch (IOException e) {
      throw new UncheckedIOException("known.json is part of this jar", e);
    }
  }
}
