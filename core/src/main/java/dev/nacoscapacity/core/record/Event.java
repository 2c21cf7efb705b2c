package dev.nacoscapacity.core.record;

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
 * @param kind one of the constants here, or a kind of the caller's own
 * @param fields further fields of the JSON object, sorted by name. Never a token or a password.
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

  /** One of the fleet's own waves began or ended. */
  public static final String WAVE = "wave";

  /** A growing fleet began to grow to a stage, or was no longer held there. */
  public static final String STAGE = "stage";

  /** A node changed its state. */
  public static final String NODE = "node";

  /** Any other message for the reader. */
  public static final String MESSAGE = "message";

  public Event {
    // Sorted, since the order of Map.of differs between processes.
    fields = fields == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(fields));
  }
}
