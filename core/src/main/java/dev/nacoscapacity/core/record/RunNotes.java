package dev.nacoscapacity.core.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Title and notes that the user gave a run, for its readers.
 *
 * @param title empty for none
 * @param notes in the given order
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record RunNotes(String title, List<String> notes) {

  /** Of a run whose user gave none. */
  public static final RunNotes NONE = new RunNotes("", List.of());

  public RunNotes {
    title = title == null ? "" : title;
    notes = notes == null ? List.of() : List.copyOf(notes);
  }
}
