package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * One configuration of the fleet: its newest content, when that was written, and how many listeners
 * have not read it. Event loops share it; a lock suffices, since changes are rare.
 */
final class Publication {

  /** Receives each change that a listener has read. */
  interface Sink {

    /**
     * @param written when the new content was written, in nanoseconds
     * @param last whether all listeners have now read it
     */
    void changed(long written, boolean last);
  }

  private static final long REMEMBERED = TimeUnit.MINUTES.toNanos(10);

  private ConfigContent newest = ConfigContent.NONE;
  private long written;

  /** Of the last minutes, and the last one before. */
  private final Deque<Acknowledged> acknowledged = new ArrayDeque<>();

  /**
   * A version that the registry has.
   *
   * @param written when its publication was written
   * @param at when that was acknowledged
   */
  private record Acknowledged(int version, long written, long at) {}

  /** The number of listeners that have read the configuration, or that it does not exist. */
  private int listeners;

  private int unread;
  private boolean exists;
  private boolean removed;

  /** The content of the next publication; the same until it is written. */
  synchronized ConfigContent next(String dataId, int bytes) {
    return ConfigContent.of(dataId, newest.version() + 1, bytes);
  }

  /** Records that a content is written, for the first time or again. */
  synchronized void written(ConfigContent content, long now) {
    if (content.version() > newest.version()) {
      newest = content;
      written = now;
      unread = listeners;
    }
  }

  /** Records that the registry acknowledged the publication of a version. */
  synchronized void published(int version, long writtenAt, long now) {
    exists = true;
    acknowledged.add(new Acknowledged(version, writtenAt, now));
    while (acknowledged.size() > 1 && now - acknowledged.peek().at() > REMEMBERED) {
      acknowledged.remove();
    }
  }

  /** Records that the registry acknowledged the removal. */
  synchronized void removed() {
    removed = true;
  }

  /**
   * How long ago a content was written that a listener should have read, that or a later one, and
   * has not; empty where it has, or need not have yet.
   *
   * @param has the version that it has read last
   * @param countsFrom the result of {@link #join}
   * @param fair how long it may take after the acknowledgement, in nanoseconds
   */
  synchronized OptionalLong overdue(int has, int countsFrom, long fair, long now) {
    return acknowledged.stream()
        .filter(each -> each.version() >= Math.max(2, countsFrom) && each.version() > has)
        .filter(each -> now - each.at() >= fair)
        .mapToLong(each -> now - each.written())
        .max();
  }

  /**
   * Whether the first publication, or the removal, has not been acknowledged yet. Every
   * configuration that was ever sent must be removed.
   */
  synchronized boolean wants(Operation operation) {
    return operation == Operation.PUBLISH ? !exists : newest.version() > 0 && !removed;
  }

  /** Whether a version was published, or is 0. */
  synchronized boolean mayExist(int version) {
    return version <= newest.version();
  }

  /**
   * Adds a listener, after its first read; returns the first version that counts as a change for
   * it.
   */
  synchronized int join() {
    listeners++;
    return newest.version() + 1;
  }

  /**
   * Removes a listener.
   *
   * @param has the version that it has read last
   * @param countsFrom the result of {@link #join}
   */
  synchronized void leave(int has, int countsFrom) {
    listeners--;
    if (has < newest.version() && newest.version() >= countsFrom) {
      unread--;
    }
  }

  /**
   * Records that a listener has read another version. Version 1 is not a change.
   *
   * @param countsFrom the result of {@link #join}
   */
  synchronized void read(int version, int countsFrom, Sink sink) {
    if (version == newest.version() && version >= countsFrom) {
      unread--;
      if (version > 1) {
        sink.changed(written, unread == 0);
      }
    }
  }
}
