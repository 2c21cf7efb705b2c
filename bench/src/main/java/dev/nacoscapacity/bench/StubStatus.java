package dev.nacoscapacity.bench;

/** Reads the page of nginx's {@code stub_status} module. */
final class StubStatus {

  private StubStatus() {}

  /** The third figure below "server accepts handled requests". */
  static long requests(String page) {
    String figures = page.lines().skip(2).findFirst().orElseThrow();
    return Long.parseLong(figures.trim().split(" ")[2]);
  }
}
