package dev.nacoscapacity.calibration.engines;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** The ways to call, as they stand in the table. */
enum EngineKind {
  THREAD_PER_CALL("thread-per-call") {
    @Override
    Engine engine(int port, int calls) {
      return new BlockingEngine(port, calls, false, task -> new Thread(task).start());
    }
  },
  POOL("pool-of-20") {
    @Override
    Engine engine(int port, int calls) {
      return new BlockingEngine(port, POOL_SIZE, true, Executors.newFixedThreadPool(POOL_SIZE));
    }
  },
  ASYNC("async-reactor") {
    @Override
    Engine engine(int port, int calls) {
      return new ReactorEngine(port, calls);
    }
  },
  VIRTUAL_THREADS("virtual-threads") {
    @Override
    Engine engine(int port, int calls) {
      return new BlockingEngine(port, calls, false, virtualThreads());
    }
  },
  FLEET("fleet") {
    @Override
    Engine engine(int port, int calls) {
      return new FleetEngine(port, calls);
    }
  },
  JMETER("jmeter") {
    @Override
    Engine engine(int port, int calls) {
      throw new UnsupportedOperationException("JMeter is a program of its own");
    }
  };

  /** The published study's. */
  static final int POOL_SIZE = 20;

  private final String label;

  EngineKind(String label) {
    this.label = label;
  }

  /**
   * Makes the engine, in the JVM that is measured.
   *
   * @param calls of the largest wave
   */
  abstract Engine engine(int port, int calls);

  /** As it stands in the table. */
  String label() {
    return label;
  }

  /** JDK 21's, by reflection, since this is compiled for 17. */
  private static Executor virtualThreads() {
    try {
      return (Executor) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("virtual threads need JDK 21 or newer", e);
    }
  }
}
