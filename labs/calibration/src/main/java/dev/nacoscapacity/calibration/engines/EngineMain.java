package dev.nacoscapacity.calibration.engines;

import dev.nacoscapacity.calibration.process.Requests;
import dev.nacoscapacity.core.calibration.PartResult.Round;

/** An engine in a JVM of its own: makes a warm-up wave and a measured wave. */
final class EngineMain {

  /** Enough to load all classes, and few enough for the smallest heap. */
  private static final int WARM_UP = 100;

  private EngineMain() {}

  /**
   * Makes the waves and exits.
   *
   * @param args the engine, the server's port, the calls of the wave, and the timeout of a wave in
   *     seconds; a wave that times out counts with the calls that have ended
   */
  public static void main(String[] args) throws Exception {
    int calls = Integer.parseInt(args[2]);
    Engine engine = EngineKind.valueOf(args[0]).engine(Integer.parseInt(args[1]), calls);
    long timeout = Long.parseLong(args[3]);
    make(engine, Math.min(WARM_UP, calls), timeout);
    Requests.answer(make(engine, calls, timeout));
    Runtime.getRuntime().halt(0);
  }

  private static Round make(Engine engine, int calls, long timeout) throws Exception {
    Wave wave = new Wave(calls);
    engine.release(wave);
    wave.await(timeout);
    return wave.round();
  }
}
