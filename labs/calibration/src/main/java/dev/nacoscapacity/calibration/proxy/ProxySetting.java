package dev.nacoscapacity.calibration.proxy;

import dev.nacoscapacity.cluster.proxy.Buffers;
import dev.nacoscapacity.cluster.proxy.HttpProxySettings;
import dev.nacoscapacity.cluster.proxy.ProxySettings;
import dev.nacoscapacity.cluster.proxy.ThreadModel;
import java.util.Locale;
import java.util.Map;

/**
 * The proxy in front of nginx, if any.
 *
 * @param layer 4 or 7; 0 for none
 * @param aggregate as in {@link HttpProxySettings}
 */
record ProxySetting(int layer, ProxySettings wire, int aggregate) {

  static final int SMALL = 64 << 10;
  static final int HUGE = 1 << 30;

  /** Number of threads with which the thread models are compared. */
  static final int THREADS = 2;

  static final ProxySetting DIRECT = new ProxySetting(0, ProxySettings.DEFAULT, 0);

  /** A setting for the comparison of thread models. */
  static ProxySetting of(int layer, ThreadModel model) {
    return new ProxySetting(layer, ProxySettings.DEFAULT.withModel(model, THREADS), 0);
  }

  ProxySetting withBuffers(Buffers buffers) {
    return new ProxySetting(layer, wire.withBuffers(buffers), aggregate);
  }

  ProxySetting withAggregate(int bytes) {
    return new ProxySetting(layer, wire, bytes);
  }

  /** The defaults of a proxy. */
  static ProxySetting standard(int layer) {
    return new ProxySetting(layer, ProxySettings.DEFAULT, HttpProxySettings.DEFAULT.aggregate());
  }

  /** The dimensions of a case. */
  Map<String, String> by(String load) {
    boolean direct = layer == 0;
    return ProxyPart.TABLE.setting(
        direct ? "direct" : "layer " + layer,
        direct ? "" : word(wire.model()) + ", " + wire.threads(),
        direct ? "" : word(wire.buffers()),
        layer == 7 ? aggregation() : "",
        load);
  }

  private String aggregation() {
    return switch (aggregate) {
      case 0 -> "none";
      case SMALL -> "64 KiB";
      default -> "1 GiB";
    };
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
