package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tags that the user gave a run, for its readers.
 *
 * @param tags by their keys, in the given order
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RunNotes(Map<String, String> tags) {

  /** Of a run whose user gave none. */
  public static final RunNotes NONE = new RunNotes(Map.of());

  public RunNotes {
    tags = tags == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(tags));
  }

  /** The tag that is the title of the page; empty for none. */
  public String title() {
    return tags.getOrDefault("title", "");
  }
}
