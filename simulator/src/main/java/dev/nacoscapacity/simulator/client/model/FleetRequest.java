package dev.nacoscapacity.simulator.client.model;

import dev.nacoscapacity.cluster.model.ModelCall;
import dev.nacoscapacity.cluster.standin.config.ConfigKey;
import dev.nacoscapacity.cluster.standin.registry.Hosts.Threshold;
import dev.nacoscapacity.cluster.standin.registry.Service;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.verify.Listing;
import java.util.List;

/** The request of a call to a modelled node, and what the node answered. */
abstract class FleetRequest extends ModelCall implements Answer {

  private final Registrations registrations;
  private final Threshold threshold;
  private boolean keepsContent;
  private ModelListing listing;

  FleetRequest(Registrations registrations, Threshold threshold) {
    this.registrations = registrations;
    this.threshold = threshold;
  }

  /** Becomes the request of a call, which may be recycled before the node has read it. */
  final void prepare(Call call, boolean accepted) {
    request = call.operation;
    service = registrations.service(call.service);
    configuration = call.exchange(registrations).orElse(null);
    authorized = accepted;
    keepsContent = call.keepsContent();
    listing = null;
  }

  @Override
  protected final void listed(Service service) {
    listing = ModelListing.of(service, keepsContent, registrations, threshold);
  }

  @Override
  public final int hosts() {
    return listing.hosts();
  }

  @Override
  public final int healthy() {
    return listing.healthy();
  }

  @Override
  public final Listing listing() {
    return listing;
  }

  @Override
  public final List<String> changed() {
    return configuration.changed().stream().map(ConfigKey::dataId).toList();
  }

  @Override
  public final String content() {
    return configuration.read();
  }
}
