package dev.nacoscapacity.calibration.engines;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The engines, by their names in the table. */
enum EngineKind {
  THREAD_PER_CALL(
      "thread-per-call",
      (port, calls) -> new BlockingEngine(port, calls, false, task -> new Thread(task).start())),
  POOL(
      "pool-of-20",
      (port, calls) -> {
        int threads = EngineKind.POOL_SIZE;
        return new BlockingEngine(port, threads, true, Executors.newFixedThreadPool(threads));
      }),
  ASYNC("async-reactor", ReactorEngine::new),
  VIRTUAL_THREADS(
      "virtual-threads", (port, calls) -> new BlockingEngine(port, calls, false, virtualThreads())),
  FLEET("fleet", FleetEngine::new),
  /** A program of its own. */
  JMETER("jmeter", null);

  /** The pool size of the published study. */
  static final int POOL_SIZE = 20;

  private final String label;
  private final Maker maker;

  private interface Maker {
    Engine make(int port, int calls);
  }

  EngineKind(String label, Maker maker) {
    this.label = label;
    this.maker = maker;
  }

  /**
   * Creates the engine, in the measured JVM.
   *
   * @param calls of the largest wave
   */
  Engine engine(int port, int calls) {
    return maker.make(port, calls);
  }

  /** The name in the table. */
  String label() {
    return label;
  }

  /** Virtual threads of JDK 21, by reflection, since this code is compiled for 17. */
  private static Executor virtualThreads() {
    try {
      return (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("virtual threads need JDK 21 or newer", e);
    }
  }
}
