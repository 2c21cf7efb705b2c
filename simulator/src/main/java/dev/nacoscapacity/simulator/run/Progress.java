package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.core.record.RecordException;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.text.Message;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Observes a run, to record or display it. Called on the thread of the run unless noted. */
public interface Progress {

  /**
   * @param expected duration, at most or approximately; zero when unknown
   */
  default void phase(String name, Duration expected) {}

  /**
   * Called once a second.
   *
   * @throws RecordException when the second cannot be recorded; the run then ends
   */
  default void second(RunSecond second) {}

  /** A note on the result for the user. Any thread may call. */
  default void note(Message note) {}

  /**
   * An event of the run, such as a fault in the cluster. Any thread may call.
   *
   * @param kind one of {@link dev.nacoscapacity.core.record.Event}'s
   * @param fields as in events.jsonl
   */
  default void event(String kind, Map<String, Object> fields) {}

  /** The metrics that a node returned to a scrape. Any thread may call. */
  default void scraped(int node, String metrics) {}

  /** The cumulative resource usage of a node. */
  default void server(ServerRow row) {}

  /** Calls several observers in order; what one throws at a second does not skip others. */
  static Progress all(List<? extends Progress> watchers) {
    return new Progress() {
      @Override
      public void phase(String name, Duration expected) {
        watchers.forEach(watcher -> watcher.phase(name, expected));
      }

      @Override
      public void second(RunSecond second) {
        RuntimeException failure = null;
        for (Progress watcher : watchers) {
          try {
            watcher.second(second);
          } catch (RuntimeException e) {
            failure = e;
          }
        }
        if (failure != null) {
          throw failure;
        }
      }

      @Override
      public void note(Message note) {
        watchers.forEach(watcher -> watcher.note(note));
      }

      @Override
      public void event(String kind, Map<String, Object> fields) {
        watchers.forEach(watcher -> watcher.event(kind, fields));
      }

      @Override
      public void server(ServerRow row) {
        watchers.forEach(watcher -> watcher.server(row));
      }

      @Override
      public void scraped(int node, String metrics) {
        watchers.forEach(watcher -> watcher.scraped(node, metrics));
      }
    };
  }
}
