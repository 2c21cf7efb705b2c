package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.model.ConfigExchange;
import dev.nacoscapacity.cluster.model.NodeService;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishRequest;
import dev.nacoscapacity.cluster.protocol.grpc.GrpcMessage.ConfigPublishResponse;
import dev.nacoscapacity.core.record.ServiceClass;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.client.ModelParts;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import dev.nacoscapacity.simulator.schedule.Periods;
import dev.nacoscapacity.simulator.schedule.Permutation;
import dev.nacoscapacity.simulator.schedule.Phase;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Map;
import java.util.Optional;

/** A configuration gets other content, in turn with all that the fleet listens for. */
public final class PublishCall extends ConfigurationCall {

  private ConfigContent content;

  public PublishCall(int number, ConfigContent content) {
    super(Operation.PUBLISH, number);
    this.content = content;
  }

  ConfigContent content() {
    return content;
  }

  @Override
  public String v1(HttpParts parts) {
    String form =
        "dataId="
            + HttpParts.encoded(parts.fleet().configName(service, number))
            + "&type=text"
            + parts.token(actor)
            + "&content="
            + HttpParts.encoded(content.text())
            + tenant(parts)
            + "&group="
            + Http.DEFAULT_GROUP
            + "&";
    return "POST " + parts.path(Http.CONFIGS) + parts.config(server, form);
  }

  @Override
  public String v1(HttpAnswer answer) {
    return answer.expect(answer.text().equals("true"));
  }

  @Override
  public Record message(Fleet fleet, String namespace, String tenant) {
    return new ConfigPublishRequest(
        fleet.configName(service, number),
        Http.DEFAULT_GROUP,
        tenant,
        content.text(),
        null,
        Map.of("type", "text", "encryptedDataKey", ""));
  }

  @Override
  public Class<?> answerType() {
    return ConfigPublishResponse.class;
  }

  @Override
  public NodeService modelled() {
    return NodeService.CHANGE;
  }

  @Override
  public Optional<ConfigExchange> exchange(ModelParts parts) {
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

  @Override
  void react(FleetLoop loop) {
    loop.instances.changed(this);
  }

  /** The first instance of a service publishes the service's configurations. */
  static void offer(OfferedLoad load, Transport transport) {
    if (!load.loop.configs.exist()) {
      return;
    }
    int most = load.fleet.classes().stream().mapToInt(ServiceClass::configs).max().orElseThrow();
    int actors = load.loop.slice.size(load.fleet.services()) * most;
    // An operator changes configurations one after the other, even where clients call in bursts.
    Rhythm rhythm =
        new Rhythm(Periods.of(period(load.fleet)), Permutation.Order.GOLDEN_RATIO, Phase.SPREAD);
    load.offer(actors, rhythm, () -> new Publishes(load.loop, transport, actors, most, rhythm));
  }

  /** The period of publications of a configuration in nanoseconds; 0 for none. */
  private static long period(Fleet fleet) {
    double perMinute = fleet.configurations().publishPerMinute();
    long all =
        fleet.classes().stream().mapToLong(each -> (long) each.services() * each.configs()).sum();
    return perMinute == 0 ? 0 : Math.round(all * 60e9 / perMinute);
  }

  private static final class Publishes extends PeriodicCalls<PublishCall> {

    private final FleetLoop loop;

    private Publishes(
        FleetLoop loop, Transport transport, int actors, int actorsPerInstance, Rhythm rhythm) {
      super(loop.slice, Operation.PUBLISH, transport, actors, actorsPerInstance, rhythm);
      this.loop = loop;
    }

    @Override
    PublishCall create() {
      return new PublishCall(0, ConfigContent.NONE);
    }

    @Override
    boolean takesPart(int actor, long due) {
      int member = instance(actor);
      Fleet fleet = loop.slice.fleet();
      int service = fleet.serviceOf(loop.slice.global(member));
      return loop.states.isRegistered(member) && which(actor) < fleet.classOf(service).configs();
    }

    @Override
    void begin(PublishCall publish, int actor, long due, long now) {
      super.begin(publish, actor, due, now);
      publish.number = which(actor);
      publish.content = loop.configs.nextContent(publish.service, publish.number);
    }
  }
}
