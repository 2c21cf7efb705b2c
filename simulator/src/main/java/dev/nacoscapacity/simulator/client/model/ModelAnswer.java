package dev.nacoscapacity.simulator.client.model;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.simulator.client.Answer;
import java.util.List;

/**
 * What a modelled node answered about configurations, or to a login.
 *
 * @param exchange null for a login
 * @param login empty for other calls
 */
record ModelAnswer(ConfigExchange exchange, String login) implements Answer {

  @Override
  public List<String> changed() {
    return exchange.changed().stream().map(ConfigKey::dataId).toList();
  }

  @Override
  public String content() {
    return exchange.read();
  }

  @Override
  public byte[] body() {
    return login.getBytes(US_ASCII);
  }
}
