package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.simulator.workload.ConfigContent;
import java.util.List;

/** What a call about configurations of the fleet that exist says, and what it is answered. */
public final class ConfigCall {

  /** Which of the service's configurations it is about; one, unless it listens. */
  public final int[] numbers;

  /**
   * What the client has of each of them; of a publication what each is to contain, of a removal
   * nothing.
   */
  public final ConfigContent[] contents;

  /** Of a read: whether a change caused it. */
  public final boolean notified;

  /** What a read was answered; null for a configuration that does not exist. */
  public String text;

  /** Data ids of those that a listen was answered have changed. */
  public List<String> changed = List.of();

  /**
   * @param numbers of configurations, with the content of each
   */
  public ConfigCall(int[] numbers, ConfigContent[] contents, boolean notified) {
    this.numbers = numbers;
    this.contents = contents;
    this.notified = notified;
  }

  /** About one configuration. */
  public static ConfigCall of(int number, ConfigContent content, boolean notified) {
    return new ConfigCall(new int[] {number}, new ConfigContent[] {content}, notified);
  }

  /** The one that it is about. */
  public int number() {
    return numbers[0];
  }

  /** Of the one that it is about. */
  public ConfigContent content() {
    return contents[0];
  }
}
