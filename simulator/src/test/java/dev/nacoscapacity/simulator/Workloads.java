package dev.nacoscapacity.simulator;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.core.record.Machine;
import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.record.RunRecordBuilder;
import dev.nacoscapacity.core.record.Target;
import dev.nacoscapacity.core.record.Tool;
import dev.nacoscapacity.core.workload.ClientModel;
import dev.nacoscapacity.core.workload.Clients;
import dev.nacoscapacity.core.workload.ConfigConnections;
import dev.nacoscapacity.core.workload.GrpcClients;
import dev.nacoscapacity.core.workload.HttpClients;
import dev.nacoscapacity.core.workload.MixedClients;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.Protocol;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.SlowClients;
import dev.nacoscapacity.core.workload.Timing;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.auth.Credentials;
import dev.nacoscapacity.simulator.client.HttpSettings;
import dev.nacoscapacity.simulator.client.grpc.GrpcSettings;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Workloads, of which a test names only what matters to it. */
public final class Workloads {

  /** A polling client over gRPC. */
  public static final GrpcClients GRPC = grpc(ClientModel.POLLING, 0, false);

  /** Beats, lists and scrapes each second, and as long a warm-up and measurement. */
  public static final Timing EVERY_SECOND = everySecond();

  private Workloads() {}

  private static Timing everySecond() {
    Duration second = Duration.ofSeconds(1);
    return Timing.USUAL
        .withBeat(second)
        .withList(second)
        .withScrape(second)
        .withWarmUp(second)
        .withDuration(second);
  }

  /** A fleet in the default namespace. */
  public static Fleet fleet(int instances, int services) {
    return fleet("run", instances, services);
  }

  /** A fleet in the default namespace. */
  public static Fleet fleet(String servicePrefix, int instances, int services) {
    return fleet(servicePrefix, instances, services, Shard.WHOLE);
  }

  /** A part of a fleet in the default namespace. */
  public static Fleet fleet(String servicePrefix, int instances, int services, Shard shard) {
    return new Fleet(new Population(instances, services, servicePrefix, "public", shard));
  }

  /** A fleet in the default namespace. */
  public static Fleet fleet(Traffic traffic) {
    return new Fleet(new Population(traffic, "run", "public", Shard.WHOLE));
  }

  /** A fleet of whose clients a share reads answers later by so many seconds. */
  public static Fleet slowFleet(int instances, int services, double share, double seconds) {
    return fleet(
        new Traffic(
            null,
            Traffic.even(instances, services).classes(),
            null,
            new SlowClients(share, seconds),
            List.of()));
  }

  /** With the usual periods. */
  public static Workload of(int instances, int services, String protocol) {
    return of(instances, services, clients(Protocol.parse(protocol)));
  }

  /** With the usual periods. */
  public static Workload of(int instances, int services, Clients clients) {
    return new Workload(
        new Population(instances, services, "capacity-x", "capacity", Shard.WHOLE),
        clients,
        Timing.USUAL,
        1,
        1);
  }

  private static Clients clients(Protocol protocol) {
    return protocol.mixed()
        ? new MixedClients(protocol.grpcShare(), HttpClients.DEFAULT_CALL_TIMEOUT, GRPC)
        : protocol.grpc() ? GRPC : http(OptionalInt.of(100), HttpClients.DEFAULT_CALL_TIMEOUT);
  }

  /** Clients over HTTP that take no pushes. */
  public static HttpClients http(OptionalInt connections, Duration callTimeout) {
    return new HttpClients(connections, 0, callTimeout);
  }

  /** Clients over HTTP that take no pushes and open as many connections as they need. */
  public static HttpClients http(Duration callTimeout) {
    return http(OptionalInt.empty(), callTimeout);
  }

  /** Clients over gRPC with the real client's timeout. */
  public static GrpcClients grpc(ClientModel model, int subscribe, boolean configPerClient) {
    return new GrpcClients(
        model,
        subscribe,
        configPerClient ? ConfigConnections.PER_CLIENT : ConfigConnections.SERVICE,
        GrpcClients.DEFAULT_CALL_TIMEOUT);
  }

  /** What a driver asks of a workload. */
  public static Workload ofDriver(String namespace, Duration beat, Clients clients) {
    return new Workload(
        new Population(1, 1, "capacity", namespace, Shard.WHOLE),
        clients,
        Timing.USUAL.withBeat(beat),
        1,
        1);
  }

  /** What a driver asks of a workload, with the usual periods. */
  public static Workload ofDriver(Clients clients) {
    return ofDriver("capacity", Timing.USUAL.beat(), clients);
  }

  /** Instances of these classes, or of all, deregister one after the other and come back. */
  public static Wave deploy(
      double at, double share, double perMinute, double absent, String... classes) {
    return new Wave(at, Wave.Kind.DEPLOY, List.of(classes), share, perMinute, absent, null);
  }

  /** Instances of these classes, or of all, vanish together and come back. */
  public static Wave crash(double at, double share, double absent, String... classes) {
    return new Wave(at, Wave.Kind.CRASH, List.of(classes), share, null, absent, null);
  }

  public static Wave scale(double at, double to) {
    return new Wave(at, Wave.Kind.SCALE, List.of(), 1, null, null, to);
  }

  /** The record of a run of this workload as it begins, on one local node. */
  public static RunRecordBuilder begun(Workload workload) {
    return RunRecord.builder(
        new Tool("simulator", "1", "abc1234"),
        Instant.EPOCH,
        new Target(Target.LOCAL, "1.4.1", List.of("127.0.0.1:8848"), false, null, 10),
        workload,
        new Machine(2, 7, "Linux", "17", Map.of()));
  }

  /** How clients of a workload call over HTTP from loopback, each with a name and a password. */
  public static HttpSettings http(Workload workload, HttpApi api, int connections, int spare) {
    return new HttpSettings(
        workload,
        new Credentials("nacos", "nacos"),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        connections,
        spare,
        api,
        Reach.USUAL);
  }

  /** How clients of a workload call over gRPC from loopback. */
  public static GrpcSettings grpc(Workload workload) {
    return new GrpcSettings(workload, "127.0.0.1", 0, Reach.USUAL);
  }
}
