package dev.nacoscapacity.cluster.proxy;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Threads and buffers of a proxy on either layer. By default a proxy uses one thread, since it
 * shares the machine with a fleet. Measured on two cores in November 2026, no other setting was
 * faster by more than the variation between rounds, and none had fewer context switches.
 *
 * @param model which threads serve which side
 * @param threads in all, 1 to {@value #MOST_THREADS}; at least 2 for {@link
 *     ThreadModel#SEPARATE_GROUPS}, where half of them serve the nodes' side
 * @param buffers where buffers come from
 */
@RecordBuilder
public record ProxySettings(ThreadModel model, int threads, Buffers buffers)
    implements ProxySettingsBuilder.With {

  private static final int MOST_THREADS = 256;

  public static final ProxySettings DEFAULT =
      new ProxySettings(ThreadModel.SAME_LOOP, 1, Buffers.POOLED);

  public ProxySettings {
    int least = model == ThreadModel.SEPARATE_GROUPS ? 2 : 1;
    if (threads < least || threads > MOST_THREADS) {
      throw new IllegalArgumentException(
          "a proxy has %d to %d threads in this model, not %d"
              .formatted(least, MOST_THREADS, threads));
    }
  }

  public ProxySettings withModel(ThreadModel other, int count) {
    return new ProxySettings(other, count, buffers);
  }
}
