package dev.nacoscapacity.calibration.engines;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * What became of a wave; times in ms.
 *
 * @param ok percent of the calls that were answered
 * @param mean from the release to the answer; null when nothing was answered
 * @param p90 of the same
 * @param own mean from when the engine took a call up to its answer: what it tells of itself
 * @param finish from the release to the end of the last call
 * @param error why the first call failed that did, or how many came to no end; null when all were
 *     answered
 */
record WaveFigures(double ok, Double mean, Double p90, Double own, double finish, String error) {

  /**
   * From the calls that were answered.
   *
   * @param calls of the wave
   * @param latencies from the release to the answer
   * @param owns from when each was taken up
   */
  static WaveFigures of(int calls, double[] latencies, double[] owns, double finish, String error) {
    int answered = latencies.length;
    String why =
        error == null && answered < calls
            ? "%,d of %,d calls were not answered".formatted(calls - answered, calls)
            : error;
    if (answered == 0) {
      return new WaveFigures(0, null, null, null, finish, why);
    }
    double[] sorted = latencies.clone();
    Arrays.sort(sorted);
    return new WaveFigures(
        100.0 * answered / calls,
        DoubleStream.of(sorted).average().orElseThrow(),
        sorted[(int) Math.ceil(0.9 * answered) - 1],
        DoubleStream.of(owns).average().orElseThrow(),
        finish,
        why);
  }

  /** By the keys of the part's metrics. */
  Map<String, Double> byMetric() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(EnginesPart.OK, ok);
    if (mean != null) {
      figures.put(EnginesPart.MEAN, mean);
      figures.put(EnginesPart.P90, p90);
      figures.put(EnginesPart.OWN, own);
    }
    figures.put(EnginesPart.FINISH, finish);
    return figures;
  }
}
