package dev.nacoscapacity.bench;

import dev.nacoscapacity.calibration.process.Reading;

/**
 * What a client did between the end of its warm-up and the end of the measurement.
 *
 * @param requests as the server counted them
 * @param used by the client's process
 * @param warming requests per CPU-second in the second half over those in the first: well above 1
 *     the warm-up was too short
 * @param remark the last line that the client wrote
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
