package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.Reading;

/**
 * The figures of a client between the end of its warm-up and the end of the measurement.
 *
 * @param requests counted by the server
 * @param used by the client's process
 * @param warming requests per CPU-second in the second half relative to the first half; a value
 *     well above 1 means that the warm-up was too short
 * @param remark last line of the client's output
 */
record Measurement(long requests, Reading used, double warming, String remark) {

  double requestsPerCpuSecond() {
    return requests / used.cpuSeconds();
  }

  double cpuMicrosPerRequest() {
    return 1e6 * used.cpuSeconds() / requests;
  }

  double requestsPerSecond() {
    return requests / used.seconds();
  }
}
