package dev.nacoscapacity.reports.page;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Distribution of call latencies over time. Rows divide each decade of latency into ten.
 *
 * @param columns in each: begin and end in seconds, index of the lowest row, then the counts of
 *     this row and of those above it. Row r contains latencies from 10^(r/10) µs.
 */
record HeatMap(List<double[]> columns) {

  static final int ROWS_A_DECADE = 10;

  private static final int ROWS = 9 * ROWS_A_DECADE;

  /** Builds a column from a histogram. */
  static double[] column(double begin, double end, AbstractHistogram micros) {
    long[] counts = new long[ROWS];
    int lowest = ROWS;
    int highest = -1;
    for (HistogramIterationValue value : micros.recordedValues()) {
      int row = row(value.getValueIteratedTo());
      counts[row] += value.getCountAddedInThisIterationStep();
      lowest = Math.min(lowest, row);
      highest = Math.max(highest, row);
    }
    double[] column = new double[Math.max(3, highest - lowest + 4)];
    column[0] = begin;
    column[1] = end;
    column[2] = lowest;
    for (int row = lowest; row <= highest; row++) {
      column[row - lowest + 3] = counts[row];
    }
    return column;
  }

  static int row(long micros) {
    return micros <= 1 ? 0 : Math.min(ROWS - 1, (int) (ROWS_A_DECADE * Math.log10(micros)));
  }

  static HeatMap empty() {
    return new HeatMap(new ArrayList<>());
  }
}
