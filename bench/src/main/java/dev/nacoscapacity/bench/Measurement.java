package dev.nacoscapacity.bench;

/**
 * What a client did between the end of its warm-up and the end of the measurement.
 *
 * @param requests as the server counted them
 * @param cpuSeconds user and system time of the client's process
 * @param seconds on the clock
 * @param warming requests per CPU-second in the second half over those in the first: well above 1
 *     the warm-up was too short
 * @param remark the last line the client wrote
 */
record Measurement(
    long requests, double cpuSeconds, double seconds, double warming, String remark) {

  double requestsPerCpuSecond() {
    return requests / cpuSeconds;
  }

  double cpuMicrosPerRequest() {
    return 1e6 * cpuSeconds / requests;
  }

  double requestsPerSecond() {
    return requests / seconds;
  }

  /** The share of its core that the client used: below 1 it waited for the server or for a core. */
  double busy() {
    return cpuSeconds / seconds;
  }
}
