package dev.nacoscapacity.simulator.client.http;

import io.netty.util.LeakPresenceDetector;

/**
 * Counts the buffers that the driver under test has not given back, exactly and at once, where
 * Netty's usual detector waits for the garbage collector. The build names it to Netty as {@code
 * io.netty.customResourceLeakDetector}; it watches threads called {@value #THREADS} only.
 */
public final class DriverLeaks<T> extends LeakPresenceDetector<T> {

  static final String THREADS = "driver-under-test";

  private static final ResourceScope WATCHED = new ResourceScope("driver");
  private static final ResourceScope OTHERS = new ResourceScope("others");

  /** Called by Netty. */
  public DriverLeaks(Class<?> resourceType, int samplingInterval) {
    super(resourceType, samplingInterval);
  }

  /**
   * Netty looks for this one, too, and where it is missing logs that it could not load the class.
   */
  public DriverLeaks(Class<?> resourceType, int samplingInterval, long maxActive) {
    this(resourceType, samplingInterval);
  }

  @Override
  protected ResourceScope currentScope() {
    return Thread.currentThread().getName().startsWith(THREADS) ? WATCHED : OTHERS;
  }

  static boolean present() {
    return WATCHED.hasOpenResources();
  }
}
