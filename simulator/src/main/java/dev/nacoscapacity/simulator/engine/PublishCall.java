package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishResponse;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.workload.Phase;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.Registrations;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import dev.nacoscapacity.simulator.schedule.Periods;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Map;
import java.util.Optional;

/** A configuration gets other content, in turn with all that the fleet listens for. */
public final class PublishCall extends ConfigurationCall {

  private static final Kind KIND =
      Kind.of(Operation.PUBLISH, Link.USES, ConfigPublishResponse.class);

  private ConfigContent content;

  public PublishCall(int number, ConfigContent content) {
    super(KIND, number);
    this.content = content;
  }

  ConfigContent content() {
    return content;
  }

  /** The first instance of a service publishes the service's configurations. */
  static void offer(OfferedLoad load, Transport transport) {
    FleetLoop loop = load.loop;
    Fleet fleet = load.fleet;
    if (!loop.configs.exist()) {
      return;
    }
    int most = fleet.classes().stream().mapToInt(ServiceClass::configs).max().orElseThrow();
    int actors = loop.slice.size(fleet.services()) * most;
    // An operator changes configurations one after the other, even where clients call in bursts.
    Rhythm rhythm =
        new Rhythm(
            Periods.of(load.settings.ratePeriod(Operation.PUBLISH).orElse(period(fleet))),
            Permutation.Order.GOLDEN_RATIO,
            Phase.SPREAD);
    load.offer(
        actors,
        rhythm,
        () ->
            new PeriodicCalls<PublishCall>(
                loop.slice,
                () -> new PublishCall(0, ConfigContent.NONE),
                transport,
                actors,
                most,
                rhythm) {

              @Override
              boolean takesPart(int actor, long due) {
                int member = instance(actor);
                int service = fleet.serviceOf(loop.slice.global(member));
                return loop.states.isRegistered(member)
                    && which(actor) < fleet.classOf(service).configs();
              }

              @Override
              void begin(PublishCall publish, int actor, long due, long now) {
                super.begin(publish, actor, due, now);
                publish.number = which(actor);
                publish.content = loop.configs.nextContent(publish.service, publish.number);
              }
            });
  }

  /** The period of publications of a configuration in nanoseconds; 0 for none. */
  private static long period(Fleet fleet) {
    double perMinute = fleet.configurations().publishPerMinute();
    long all =
        fleet.classes().stream().mapToLong(each -> (long) each.services() * each.configs()).sum();
    return perMinute == 0 ? 0 : Math.round(all * 60e9 / perMinute);
  }

  @Override
  public String v1(HttpParts parts) {
    String id = "dataId=" + HttpParts.encoded(dataId(parts.fleet())) + "&type=text";
    String text = parts.token(actor) + "&content=" + HttpParts.encoded(content.text());
    String form = id + text + parts.tenantName() + "&group=" + Http.DEFAULT_GROUP + "&";
    return "POST " + parts.path(Http.CONFIGS) + parts.headers().config(server, form);
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    Map<String, String> additions = Map.of("type", "text", "encryptedDataKey", "");
    return new ConfigPublishRequest(
        dataId(fleet), Http.DEFAULT_GROUP, tenant, content.text(), null, additions);
  }

  @Override
  public Optional<ConfigExchange> exchange(Registrations parts) {
    return Optional.of(
        ConfigExchange.publish(parts.configuration(service, number), content.text()));
  }

  @Override
  void starting(FleetLoop loop) {
    loop.configs.publishing(actor, 1);
  }

  @Override
  void isWritten(FleetLoop loop) {
    loop.configs.written(this);
  }

  @Override
  void ended(FleetLoop loop) {
    loop.configs.publishing(actor, -1);
  }
}
