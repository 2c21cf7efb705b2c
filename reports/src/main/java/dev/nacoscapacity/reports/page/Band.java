package dev.nacoscapacity.reports.page;

import dev.nacoscapacity.reports.record.Event;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * A stretch of time that every plot shows.
 *
 * @param kind {@link Event#PHASE} or {@link Event#FAULT}
 * @param name of the phase, or what was done to which node
 * @param from in seconds since the run began
 * @param to likewise
 */
record Band(String kind, String name, double from, double to) {

  /** A fault's event tells its state; any other state than this begins it. */
  private static final String HEALED = "healed";

  private record Open(String name, double from) {}

  /**
   * The bands that events draw.
   *
   * @param end of the run, and of all that has no end of its own
   */
  static List<Band> of(List<Event> events, double end) {
    List<Band> bands = new ArrayList<>(phases(events, end));
    List<Open> open = new ArrayList<>();
    for (Event event : events) {
      if (!event.kind().equals(Event.FAULT)) {
        continue;
      }
      String name = faultName(event);
      if (!HEALED.equals(event.fields().get("state"))) {
        open.add(new Open(name, event.seconds()));
        continue;
      }
      for (Iterator<Open> each = open.iterator(); each.hasNext(); ) {
        Open begun = each.next();
        if (begun.name().equals(name)) {
          bands.add(new Band(Event.FAULT, name, begun.from(), event.seconds()));
          each.remove();
        }
      }
    }
    open.forEach(begun -> bands.add(new Band(Event.FAULT, begun.name(), begun.from(), end)));
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

  private static String faultName(Event event) {
    return event.fields().get("fault") + " " + event.fields().get("node");
  }
}
