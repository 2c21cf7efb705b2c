package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.simulator.workload.ConfigContent;

/**
 * One configuration of the fleet: what it was given last, when, and how many listeners have yet to
 * read that. Event loops share it, and a change is rare, so that a lock costs nothing.
 */
final class Publication {

  /** Receives each change that a listener has read. */
  interface Sink {

    /**
     * @param written when the new content was
     * @param last whether it was the last listener that had yet to read it
     */
    void changed(long written, boolean last);
  }

  private ConfigContent newest = ConfigContent.NONE;
  private long written;

  /** Those who have read it once, or found that it does not exist. */
  private int listeners;

  private int yetToRead;
  private boolean exists;
  private boolean removed;

  /** What it is given next; the same until that is written. */
  synchronized ConfigContent next(String dataId, int bytes) {
    return ConfigContent.of(dataId, newest.version() + 1, bytes);
  }

  /** A new content is handed to the wire, maybe once more. */
  synchronized void written(ConfigContent content, long now) {
    if (content.version() > newest.version()) {
      newest = content;
      written = now;
      yetToRead = listeners;
    }
  }

  /** The registry has acknowledged a publication or the removal. */
  synchronized void acknowledged(Operation operation) {
    exists |= operation == Operation.PUBLISH;
    removed |= operation == Operation.REMOVE;
  }

  /**
   * Whether it is still to be published for the first time, or to be removed, which is whatever was
   * sent, whatever became of that.
   */
  synchronized boolean wants(Operation operation) {
    return operation == Operation.PUBLISH ? !exists : newest.version() > 0 && !removed;
  }

  /** Whether a content may be read: it was written, or is none. */
  synchronized boolean plausible(int version) {
    return version <= newest.version();
  }

  /**
   * A listener has read it for the first time; returns the version from which on it counts among
   * those who are to read a change.
   */
  synchronized int join() {
    listeners++;
    return newest.version() + 1;
  }

  /**
   * A listener is gone.
   *
   * @param has the version that it had read last
   * @param countsFrom as {@link #join} returned
   */
  synchronized void leave(int has, int countsFrom) {
    listeners--;
    if (has < newest.version() && newest.version() >= countsFrom) {
      yetToRead--;
    }
  }

  /**
   * A listener has read another content than the one that it had. The first content is no change.
   *
   * @param countsFrom as {@link #join} returned
   */
  synchronized void read(int version, int countsFrom, Sink sink) {
    if (version == newest.version() && version >= countsFrom) {
      yetToRead--;
      if (version > 1) {
        sink.changed(written, yetToRead == 0);
      }
    }
  }
}
