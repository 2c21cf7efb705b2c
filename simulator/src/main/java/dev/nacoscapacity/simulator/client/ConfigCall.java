package dev.nacoscapacity.simulator.client;

import dev.nacoscapacity.simulator.workload.ConfigContent;
import java.util.List;

/** Request and response of a call about existing configurations of the fleet. */
public final class ConfigCall {

  /** Numbers of the configurations within their service; exactly one, unless the call listens. */
  public final int[] numbers;

  /**
   * By configuration: the content that the client has or, for a publication, the new content. For a
   * removal it is not used.
   */
  public final ConfigContent[] contents;

  /** For a read: whether a change notification caused it. */
  public final boolean notified;

  /** The response to a read; null for a configuration that does not exist. */
  public String text;

  /** The response to a listen: data ids of the configurations that changed. */
  public List<String> changed = List.of();

  /**
   * @param contents one for each of the {@code numbers}
   */
  public ConfigCall(int[] numbers, ConfigContent[] contents, boolean notified) {
    this.numbers = numbers;
    this.contents = contents;
    this.notified = notified;
  }

  public static ConfigCall of(int number, ConfigContent content, boolean notified) {
    return new ConfigCall(new int[] {number}, new ConfigContent[] {content}, notified);
  }

  /** The number of the only configuration. */
  public int number() {
    return numbers[0];
  }

  /** The content of the only configuration. */
  public ConfigContent content() {
    return contents[0];
  }
}
