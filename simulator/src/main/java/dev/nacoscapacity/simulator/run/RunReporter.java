package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.simulator.verify.NodeRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tells how a run goes: its record, and whoever watches. */
final class RunReporter implements Scenario.Events {

  private final RunLog journal;
  private final Progress progress;
  private final List<String> nodes;
  private final List<String> notes = new ArrayList<>();

  /**
   * @param nodes their names
   */
  RunReporter(RunLog journal, Progress progress, List<String> nodes) {
    this.journal = journal;
    this.progress = progress;
    this.nodes = nodes;
  }

  @Override
  public double seconds() {
    return journal.seconds();
  }

  @Override
  public void event(String kind, Map<String, Object> fields) {
    journal.event(kind, fields);
    progress.event(kind, fields);
  }

  /**
   * A phase begins.
   *
   * @param expected how long it should take, or may take at most; zero when unknown
   */
  void phase(String name, Duration expected) {
    journal.phase(name);
    progress.phase(name, expected);
  }

  /**
   * A second has passed.
   *
   * @throws RecordException when it could not be recorded
   */
  void record(String phase, Tally second, List<NodeRow> registry) {
    journal.second(phase, second);
    registry.forEach(row -> journal.registry(nodes.get(row.node()), row));
    journal.flush();
  }

  void show(Board board) {
    progress.second(board);
  }

  /** Something a reader of the result must know. */
  void note(String text) {
    notes.add(text);
    tell(text);
  }

  /** Something a reader of the result will find elsewhere. */
  void tell(String text) {
    journal.message(text);
    progress.note(text);
  }

  /** All notes so far. */
  List<String> notes() {
    return List.copyOf(notes);
  }
}
