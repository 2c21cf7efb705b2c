package dev.nacoscapacity.reports.record;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Something that happened at one moment: a line of {@code events.jsonl}.
 *
 * @param seconds since the run began
 * @param kind what it is about: one of the constants here, or a name of the caller's own
 * @param fields what there is to say; they stand beside the others in the JSON object, sorted by
 *     name. Never a token or a password.
 */
@JsonPropertyOrder({"time", "seconds", "kind"})
public record Event(
    Instant time,
    double seconds,
    String kind,
    @JsonAnyGetter @JsonAnySetter Map<String, Object> fields) {

  /** A part of the run began. */
  public static final String PHASE = "phase";

  /** A fault was injected or healed. */
  public static final String FAULT = "fault";

  /** A node changed its state. */
  public static final String NODE = "node";

  /** Anything else a reader should know. */
  public static final String MESSAGE = "message";

  public Event {
    // Sorted: what Map.of holds has another order in each process.
    fields = fields == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(fields));
  }
}
