package dev.nacoscapacity.calibration.gateway;

/** The route from the load to the backend. */
enum Route {
  DIRECT("direct", ""),
  OURS("gateway", "on"),
  OURS_UNCACHED("gateway", "off"),
  PEER("Spring Cloud Gateway", "on"),
  PEER_UNCACHED("Spring Cloud Gateway", "off");

  private final String label;
  private final String tokenCache;

  Route(String label, String tokenCache) {
    this.label = label;
    this.tokenCache = tokenCache;
  }

  String label() {
    return label;
  }

  /** {@code on} or {@code off}; empty for a route without a token cache. */
  String tokenCache() {
    return tokenCache;
  }

  boolean peer() {
    return this == PEER || this == PEER_UNCACHED;
  }
}
