package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.reports.record.RecordException;
import dev.nacoscapacity.reports.record.ServerRow;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Watches a run: records it, or shows a person or a program how it goes. On the run's thread. */
public interface Progress {

  /**
   * @param expected how long it should take, or may take at most; zero when unknown
   */
  default void phase(String name, Duration expected) {}

  /**
   * Called once a second.
   *
   * @throws RecordException when it cannot be recorded; the run then ends
   */
  void second(RunSecond second);

  /** Something a reader of the result must know. May be called by other threads, too. */
  default void note(String text) {}

  /**
   * Something was done to the cluster. May be called by other threads, too.
   *
   * @param kind one of {@link dev.nacoscapacity.reports.record.Event}'s
   * @param fields as in events.jsonl
   */
  default void event(String kind, Map<String, Object> fields) {}

  /** A node has answered what its metrics are. May be called by other threads, too. */
  default void scraped(int node, String metrics) {}

  /** What a node had used by now. */
  default void server(ServerRow row) {}

  /** Calls several, in their order; one that cannot record a second keeps it from no other. */
  static Progress all(List<? extends Progress> watchers) {
    return new Progress() {
      @Override
      public void phase(String name, Duration expected) {
        watchers.forEach(watcher -> watcher.phase(name, expected));
      }

      @Override
      public void second(RunSecond second) {
        RecordException unrecorded = null;
        for (Progress watcher : watchers) {
          try {
            watcher.second(second);
          } catch (RecordException e) {
            unrecorded = e;
          }
        }
        if (unrecorded != null) {
          throw unrecorded;
        }
      }

      @Override
      public void note(String text) {
        watchers.forEach(watcher -> watcher.note(text));
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
