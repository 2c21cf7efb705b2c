package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.reports.record.Event;
import dev.nacoscapacity.reports.record.Phases;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A period of a run: a band behind every plot, or a bar in the timeline of an experiment.
 *
 * @param kind of a band: {@link Event#PHASE} or {@link Event#FAULT}; of a bar: see {@link Timeline}
 * @param words key of the label of a bar; null for a band
 * @param name of the phase, stage or node, or the fault and its node; null when the period is about
 *     the whole cluster
 * @param from in seconds since the run began
 * @param to in seconds since the run began
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Band(String kind, String words, String name, double from, double to) {

  /** The state in the event that ends a fault; an event with any other state begins a fault. */
  private static final String HEALED = "healed";

  Band(String kind, String name, double from, double to) {
    this(kind, null, name, from, to);
  }

  /**
   * The bands of a run's events.
   *
   * @param end of the run, and of every period without an end of its own
   */
  static List<Band> of(List<Event> events, double end) {
    List<Band> bands = new ArrayList<>(phases(events, end));
    List<Band> open = new ArrayList<>();
    for (Event event : events) {
      if (!event.kind().equals(Event.FAULT)) {
        continue;
      }
      String name = event.fields().get("fault") + " " + event.fields().get("node");
      if (!HEALED.equals(event.fields().get("state"))) {
        open.add(new Band(Event.FAULT, name, event.seconds(), end));
        continue;
      }
      for (Iterator<Band> each = open.iterator(); each.hasNext(); ) {
        Band begun = each.next();
        if (begun.name().equals(name)) {
          bands.add(new Band(Event.FAULT, name, begun.from(), event.seconds()));
          each.remove();
        }
      }
    }
    bands.addAll(open);
    return bands;
  }

  private static List<Band> phases(List<Event> events, double end) {
    List<Event> phases = events.stream().filter(e -> e.kind().equals(Event.PHASE)).toList();
    List<Band> bands = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      double from = phases.get(i).seconds();
      double to = i + 1 < phases.size() ? phases.get(i + 1).seconds() : Math.max(end, from);
      bands.add(
          new Band(Event.PHASE, String.valueOf(phases.get(i).fields().get("phase")), from, to));
    }
    return bands;
  }

  /** Begin and end of the measurement window; null when it never began. */
  static double[] window(List<Band> bands) {
    return bands.stream()
        .filter(band -> band.kind().equals(Event.PHASE) && band.name().equals(Phases.MEASURE))
        .map(band -> new double[] {band.from(), band.to()})
        .findFirst()
        .orElse(null);
  }
}
