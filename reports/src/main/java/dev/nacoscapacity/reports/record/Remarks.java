package dev.nacoscapacity.reports.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What whoever started a run says of it, for whoever reads it.
 *
 * @param title null for none
 * @param notes in their order
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Remarks(String title, List<String> notes) {

  public Remarks {
    notes = notes == null ? List.of() : List.copyOf(notes);
  }
}
