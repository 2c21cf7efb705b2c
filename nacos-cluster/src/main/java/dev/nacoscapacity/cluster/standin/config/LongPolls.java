package dev.nacoscapacity.cluster.standin.config;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.standin.registry.Loop;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The long polls held by one node. After Nacos 1.4's {@code LongPollingService}. Confined to the
 * node's thread.
 */
public final class LongPolls {

  /** Nacos answers this much before the client's own timeout. */
  private static final long ANSWER_EARLY_MILLIS = 500;

  private static final long MIN_HOLD_MILLIS = 10_000;

  private final Loop loop;
  private final ConfigStore store;
  private final Map<ConfigKey, Set<HeldPoll>> waiting = new HashMap<>();
  private final Set<HeldPoll> count = new HashSet<>();

  public LongPolls(Loop loop, ConfigStore store) {
    this.loop = loop;
    this.store = store;
  }

  /** How many are held now. */
  public int count() {
    return count.size();
  }

  /**
   * Answers at once if a configuration differs from the client's, otherwise when one changes or the
   * time is over.
   *
   * @param md5s the client's
   * @param timeoutMillis the client's own
   * @param hangUp false to answer at once in any case
   * @param answer gets the configurations that differ, or none
   */
  public void poll(
      Map<ConfigKey, String> md5s,
      long timeoutMillis,
      boolean hangUp,
      Consumer<List<ConfigKey>> answer) {
    List<ConfigKey> differing = store.differing(md5s);
    if (!differing.isEmpty() || !hangUp) {
      answer.accept(differing);
      return;
    }
    HeldPoll poll = new HeldPoll(Set.copyOf(md5s.keySet()), answer);
    poll.keys.forEach(key -> waiting.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(poll));
    count.add(poll);
    Duration hold =
        Duration.ofMillis(Math.max(MIN_HOLD_MILLIS, timeoutMillis - ANSWER_EARLY_MILLIS));
    loop.after(hold, () -> release(poll, List.of()));
  }

  /** A configuration was published or deleted. */
  public void changed(ConfigKey key) {
    List.copyOf(waiting.getOrDefault(key, Set.of())).forEach(poll -> release(poll, List.of(key)));
  }

  private void release(HeldPoll poll, List<ConfigKey> changed) {
    if (!count.remove(poll)) {
      return;
    }
    for (ConfigKey key : poll.keys) {
      Set<HeldPoll> others = waiting.get(key);
      others.remove(poll);
      if (others.isEmpty()) {
        waiting.remove(key);
      }
    }
    poll.answer.accept(changed);
  }

  /**
   * Parses {@code Listening-Configs}: {@code dataId^Bgroup^Bmd5^Btenant^A}, the tenant being
   * optional.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  public static Map<ConfigKey, String> parse(String listening) {
    Map<ConfigKey, String> md5s = new HashMap<>();
    for (String line : listening.split(String.valueOf(Http.LINE_SEPARATOR))) {
      String[] words = line.split(String.valueOf(Http.WORD_SEPARATOR), -1);
      if (words.length < 3 || words.length > 4) {
        throw new IllegalArgumentException("invalid probeModify");
      }
      String tenant = words.length == 4 ? words[3] : "";
      md5s.put(new ConfigKey(words[0], words[1], tenant), words[2]);
    }
    return md5s;
  }

  private record HeldPoll(Set<ConfigKey> keys, Consumer<List<ConfigKey>> answer) {}
}
