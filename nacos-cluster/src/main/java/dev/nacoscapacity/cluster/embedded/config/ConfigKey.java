package dev.nacoscapacity.cluster.embedded.config;

import java.io.Serializable;

/**
 * Names a configuration.
 *
 * @param tenant the namespace; empty for {@code public}
 */
public record ConfigKey(String dataId, String group, String tenant) implements Serializable {

  public ConfigKey {
    tenant = "public".equals(tenant) ? "" : tenant;
  }
}
