package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.Phases;
import dev.nacoscapacity.core.text.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A period of a run: a band behind every plot, or a bar in the timeline of an experiment.
 *
 * @param kind of a band: {@link Event#PHASE}, {@link Event#FAULT}, {@link Event#WAVE} or {@link
 *     Event#STAGE}; of a bar: see {@link Timeline}
 * @param words key of the label of a bar; absent for a band
 * @param name of the phase, stage or node, the kind of a wave, the instances of a stage, or the
 *     fault and its node; absent when the period is about the whole cluster
 * @param from in seconds since the run began
 * @param to in seconds since the run began
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Band(String kind, String words, String name, double from, double to) {

  /** The state in the event that ends a fault; an event with any other state begins a fault. */
  private static final String HEALED = "healed";

  /** The same of a wave, and of a stage. */
  private static final String OVER = "over";

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
    bands.addAll(stretches(events, Event.FAULT, HEALED, end));
    bands.addAll(stretches(events, Event.WAVE, OVER, end));
    bands.addAll(stretches(events, Event.STAGE, OVER, end));
    return bands;
  }

  /** From each event of a kind to the one that ends it: of the same fault, wave or stage. */
  private static List<Band> stretches(List<Event> events, String kind, String last, double end) {
    List<Band> bands = new ArrayList<>();
    List<Event> open = new ArrayList<>();
    for (Event event : events.stream().filter(each -> each.kind().equals(kind)).toList()) {
      if (last.equals(event.fields().get("state"))) {
        List<Event> ended = open.stream().filter(each -> key(each).equals(key(event))).toList();
        ended.forEach(each -> bands.add(stretch(each, event.seconds())));
        open.removeAll(ended);
      } else {
        open.add(event);
      }
    }
    open.forEach(each -> bands.add(stretch(each, end)));
    return bands;
  }

  private static Band stretch(Event begun, double to) {
    return new Band(begun.kind(), name(begun), begun.seconds(), to);
  }

  private static String name(Event event) {
    return switch (event.kind()) {
      case Event.WAVE -> String.valueOf(event.fields().get("wave"));
      case Event.STAGE -> NumberText.count((Number) event.fields().get("instances"));
      default -> event.fields().get("fault") + " " + event.fields().get("node");
    };
  }

  private static String key(Event event) {
    return event.kind().equals(Event.WAVE)
        ? String.valueOf(event.fields().get("number"))
        : name(event);
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

  /** Begin and end of the last measurement window; empty when none began. */
  static Optional<double[]> window(List<Band> bands) {
    return bands.stream()
        .filter(band -> band.kind().equals(Event.PHASE) && band.name().equals(Phases.MEASURE))
        .map(band -> new double[] {band.from(), band.to()})
        .reduce((before, last) -> last);
  }
}
