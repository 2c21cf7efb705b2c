package dev.nacoscapacity.simulator.client.model;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.List;

/**
 * What a modelled node answered.
 *
 * @param hostsListed null unless the call lists hosts
 * @param exchange null unless the call is about configurations that exist
 * @param login the answer to any login
 */
record ModelAnswer(ModelListing hostsListed, ConfigExchange exchange, String login)
    implements Answer {

  @Override
  public int hosts() {
    return hostsListed.hosts();
  }

  @Override
  public int healthy() {
    return hostsListed.healthy();
  }

  @Override
  public Listing listing() {
    return hostsListed;
  }

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
