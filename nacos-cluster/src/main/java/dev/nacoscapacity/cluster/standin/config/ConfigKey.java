package dev.nacoscapacity.cluster.standin.config;

/**
 * Names a configuration.
 *
 * @param tenant the namespace; empty for {@code public}
 */
public record ConfigKey(String dataId, String group, String tenant) {

  public ConfigKey {
    tenant = "public".equals(tenant) ? "" : tenant;
  }
}
