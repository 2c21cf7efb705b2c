package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Title and notes that the user gave a run, for its readers.
 *
 * @param title null for none
 * @param notes in the given order
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RunNotes(String title, List<String> notes) {

  public RunNotes {
    notes = notes == null ? List.of() : List.copyOf(notes);
  }
}
