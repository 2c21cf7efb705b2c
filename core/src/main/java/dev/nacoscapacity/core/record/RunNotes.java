package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Title and tags that the user gave a run, for its readers.
 *
 * @param title empty for none
 * @param tags by their keys, in the given order
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RunNotes(String title, Map<String, String> tags) {

  /** Of a run whose user gave none. */
  public static final RunNotes NONE = new RunNotes("", Map.of());

  public RunNotes {
    title = title == null ? "" : title;
    tags = tags == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(tags));
  }
}
