package dev.nacoscapacity.calibration.server;

/** Reads the page of nginx's {@code stub_status} module. */
final class StubStatus {

  private StubStatus() {}

  /** Connections that are open, the one that asks among them. */
  static int connections(String page) {
    return Integer.parseInt(page.lines().findFirst().orElseThrow().replaceAll("\\D", ""));
  }

  /** The third figure below "server accepts handled requests". */
  static long requests(String page) {
    String figures = page.lines().skip(2).findFirst().orElseThrow();
    return Long.parseLong(figures.trim().split(" ")[2]);
  }
}
