package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.grpc.Channel;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The clients of one event loop that listen to configurations which exist, if any do. A client
 * reads all of its configurations when it starts, queries with their digests which have changed,
 * reads those, and queries again: over HTTP at once, as {@code LongPollingRunnable} of nacos-client
 * 1.4.2; over gRPC when a server notifies it of a change, as {@code ClientWorker} of 2.x. The batch
 * listens that a client over gRPC also makes from time to time are periodic calls of {@link
 * OfferedLoad}.
 */
final class ConfigListeners {

  /** The failure of a read that returned the previous content after a change was reported. */
  static final String OLD_CONTENT = "old content";

  /** The failure of a read that returned content that was never published. */
  static final String OTHER_CONTENT = "unexpected content";

  /** The failure of a read at a constant rate, of a configuration that was not there. */
  static final String NO_CONTENT = "no such configuration";

  /** Delay after a failed call: {@code config.retry.time} of 1.4.2. */
  private static final long RETRY_DELAY = TimeUnit.SECONDS.toNanos(2);

  private final FleetLoop loop;
  private final Fleet fleet;
  private final Slice slice;
  private final LoopSettings settings;
  private final InstanceStates states;
  private final Publications published;

  /** By member; null for members that have not started. Empty where no configurations exist. */
  private final Client[] clients;

  /** Outages over HTTP; those over gRPC are counted with the periodic calls. */
  private final ActorOutages unserved;

  /** By instance: the number of its publications in flight. */
  private final Map<Integer, Integer> publishing = new HashMap<>();

  private boolean stopped;

  /** One listener. */
  private static final class Client {

    private final ConfigContent[] has;

    /** By configuration: the first version that it counts as a change; 0 before its first read. */
    private final int[] countsFrom;

    /** Configurations that may have changed since the last query. */
    private final BitSet maybeChanged = new BitSet();

    /** Number of reads in flight. */
    private int reads;

    /** Whether one of these reads has failed, or told that the node is behind. */
    private boolean failed;

    /** The query in flight that is not a periodic call; null without one. */
    private ListenCall query;

    Client(int configs) {
      has = new ConfigContent[configs];
      Arrays.fill(has, ConfigContent.NONE);
      countsFrom = new int[configs];
      maybeChanged.set(0, configs);
    }

    boolean isBusy() {
      return reads > 0 || query != null;
    }
  }

  ConfigListeners(FleetLoop loop, Publications published) {
    this.loop = loop;
    this.slice = loop.slice;
    this.fleet = slice.fleet();
    this.settings = slice.settings();
    this.states = loop.states;
    this.published = published;
    ToIntFunction<Transport> listeners =
        transport -> slice.size(settings.listeners(transport, fleet));
    int most = exist() ? settings.transports().stream().mapToInt(listeners).max().orElse(0) : 0;
    this.clients = new Client[most];
    this.unserved = new ActorOutages(most, slice.now());
  }

  boolean exist() {
    return published.exist();
  }

  /**
   * Starts a client that can call: it has registered over HTTP, or has a configuration connection.
   * None listens where all call at a constant rate. A client that started before, and was away,
   * queries all of its configurations.
   */
  void start(int member) {
    int instance = slice.global(member);
    if (stopped || !exist() || settings.workload().rate().isPresent() || !isListener(member)) {
      return;
    }
    Client client = clients[member];
    if (client == null) {
      client = new Client(published.count(fleet.serviceOf(instance)));
      clients[member] = client;
      read(member, IntStream.range(0, client.has.length).toArray(), false);
    } else {
      client.maybeChanged.set(0, client.has.length);
      sendQuery(member);
    }
  }

  /** Whether a client has started, even if it is away. */
  boolean hasStarted(int member) {
    return member < clients.length && clients[member] != null;
  }

  /**
   * The process of a client ends, with no read in flight. No change is pending for it any more, and
   * the next process reads everything again.
   */
  void leave(int member, long now) {
    if (!hasStarted(member)) {
      return;
    }
    Client client = clients[member];
    int service = fleet.serviceOf(slice.global(member));
    for (int number = 0; number < client.has.length; number++) {
      if (client.countsFrom[number] > 0) {
        published
            .of(service, number)
            .leave(client.has[number].version(), client.countsFrom[number]);
      }
    }
    unserved.ended(member, true, now);
    clients[member] = null;
  }

  /** A server notified a client over gRPC of a changed configuration. */
  void changed(int instance, String dataId) {
    int member = slice.member(instance);
    int number = fleet.configNumber(fleet.serviceOf(instance), dataId);
    if (number >= 0 && hasStarted(member)) {
      clients[member].maybeChanged.set(number);
      sendQuery(member);
    }
  }

  /** Lets a periodic listen ask about all configurations of its client, if they exist. */
  void askAboutAll(ListenCall listen) {
    if (exist()) {
      int configs = published.count(listen.service);
      Client client = clients[slice.member(listen.actor)];
      listen.about(
          IntStream.range(0, configs).toArray(),
          (client == null ? new Client(configs) : client).has.clone());
    }
  }

  /** The content of the next publication of a configuration. */
  ConfigContent nextContent(int service, int number) {
    return published.of(service, number).next(published.dataId(service, number), published.bytes());
  }

  /**
   * The next publication or removal of a configuration of a service that the registry has not
   * acknowledged.
   */
  Optional<ConfigurationCall> nextChange(Operation operation, int service) {
    for (int number = 0; number < published.count(service); number++) {
      if (published.of(service, number).wants(operation)) {
        return Optional.of(
            operation == Operation.PUBLISH
                ? new PublishCall(number, nextContent(service, number))
                : new RemoveCall(number));
      }
    }
    return Optional.empty();
  }

  /** A publication of an instance begins, or ends. */
  void publishing(int instance, int change) {
    publishing.merge(instance, change, (calls, more) -> calls + more == 0 ? null : calls + more);
  }

  /** Whether an instance has a publication in flight. */
  boolean isPublishing(int instance) {
    return publishing.containsKey(instance);
  }

  /** A publication is written. */
  void written(PublishCall call) {
    of(call).written(call.content(), call.written);
  }

  /** A publication or removal was acknowledged. */
  void acknowledged(ConfigurationCall call) {
    if (call instanceof PublishCall publish) {
      of(call).published(publish.content().version(), call.written, slice.now());
    } else {
      of(call).removed();
    }
  }

  private Publication of(ConfigurationCall call) {
    return published.of(call.service, call.number);
  }

  /** Stops all calls of clients, and counts the changes that they should have read by now. */
  void stop() {
    if (stopped) {
      return;
    }
    stopped = true;
    for (int member = 0; member < clients.length; member++) {
      if (hasStarted(member) && isListener(member) && isListening(member)) {
        countUnread(member);
      }
    }
  }

  private void countUnread(int member) {
    Client client = clients[member];
    int service = fleet.serviceOf(slice.global(member));
    long now = slice.now();
    // Over HTTP v3, which has no long poll, a client asks from time to time.
    Duration asksAgain = isOverHttp(member) ? settings.workload().timing().listen() : Duration.ZERO;
    long fair = Change.FAIR_LIMIT + asksAgain.toNanos();
    for (int number = 0; number < client.has.length; number++) {
      if (client.countsFrom[number] > 0) {
        published
            .of(service, number)
            .overdue(client.has[number].version(), client.countsFrom[number], fair, now)
            .ifPresent(loop.stats::configUndelivered);
      }
    }
  }

  /** Checks the answer of a read, before the read is counted. */
  void check(ReadCall call, Publication.Sink sink) {
    if (!call.ok()) {
      return;
    }
    int number = call.number;
    Publication publication = of(call);
    ConfigContent read =
        call.content == null
            ? ConfigContent.NONE
            : ConfigContent.read(
                published.dataId(call.service, number), published.bytes(), call.content);
    if (read == null || !publication.mayExist(read.version())) {
      call.failure = OTHER_CONTENT;
      return;
    }
    if (call.periodic.isPresent()) {
      call.failure = read.version() == 0 ? NO_CONTENT : null;
      return;
    }
    Client client = clients[slice.member(call.actor)];
    ConfigContent had = client.has[number];
    if (call.notified && read.version() <= had.version()) {
      call.failure = OLD_CONTENT;
      // The same query would be answered "changed" at once for as long as this node is behind.
      client.failed |= read.version() < had.version();
    } else {
      client.has[number] = read;
      if (client.countsFrom[number] == 0) {
        client.countsFrom[number] = publication.join();
      } else {
        publication.read(read.version(), client.countsFrom[number], sink);
      }
    }
  }

  /** A listen has ended. */
  void ended(ListenCall call) {
    int member = slice.member(call.actor);
    Client client = clients[member];
    if (client == null || call.period == 0 && call != client.query) {
      // The process that sent this call has ended since.
      return;
    }
    if (!settings.overGrpc(call.transport)) {
      // A client that now speaks gRPC, or is about to leave, needs no answer.
      boolean waits = isOverHttp(member) && !states.isAway(member);
      unserved.ended(member, call.ok() || !waits, call.due);
    }
    if (call.period > 0 && client.isBusy()) {
      // The call in flight finds the same changes.
      return;
    }
    if (call.period == 0) {
      client.query = null;
    }
    int[] changed = changed(client, call);
    if (changed.length > 0) {
      read(member, changed, true);
    } else if (!call.ok()) {
      markChanged(client, call.numbers());
      queryAgain(member, false);
    } else if (isOverHttp(member) || !client.maybeChanged.isEmpty()) {
      sendQuery(member);
    }
  }

  /** A read has ended. */
  void ended(ReadCall call) {
    int member = slice.member(call.actor);
    Client client = clients[member];
    client.failed |= !call.ok() && !call.failure.equals(OLD_CONTENT);
    client.reads--;
    if (client.reads == 0) {
      boolean atOnce = !client.failed;
      client.failed = false;
      queryAgain(member, atOnce);
    }
  }

  /** The configurations that changed, except those that the client has read since it queried. */
  private int[] changed(Client client, ListenCall query) {
    int[] numbers = query.numbers();
    return IntStream.range(0, numbers.length)
        .filter(i -> query.contents()[i] == client.has[numbers[i]])
        .map(i -> numbers[i])
        .filter(number -> query.changed.contains(published.dataId(query.service, number)))
        .toArray();
  }

  private static void markChanged(Client client, int[] numbers) {
    for (int number : numbers) {
      client.maybeChanged.set(number);
    }
  }

  /** Queries again, after a delay when a call has failed. */
  private void queryAgain(int member, boolean atOnce) {
    if (atOnce) {
      sendQuery(member);
    } else {
      loop.after(RETRY_DELAY, () -> sendQuery(member));
    }
  }

  private void read(int member, int[] numbers, boolean notified) {
    Client client = clients[member];
    markChanged(client, numbers);
    if (stopped || states.isAway(member)) {
      return;
    }
    client.reads += numbers.length;
    for (int number : numbers) {
      call(new ReadCall(number, notified), member);
    }
  }

  /** Queries the changes, unless a query or read is in flight, which a query will follow. */
  private void sendQuery(int member) {
    Client client = clients[member];
    if (stopped || client == null || client.isBusy() || !isListening(member)) {
      return;
    }
    int[] numbers =
        isOverHttp(member)
            ? IntStream.range(0, client.has.length).toArray()
            : client.maybeChanged.stream().toArray();
    if (numbers.length == 0) {
      return;
    }
    client.maybeChanged.clear();
    ConfigContent[] had =
        IntStream.of(numbers).mapToObj(number -> client.has[number]).toArray(ConfigContent[]::new);
    client.query = new ListenCall().about(numbers, had);
    call(client.query, member);
  }

  /** Whether a client of this protocol listens at all: over HTTP only one of a service does. */
  private boolean isListener(int member) {
    return slice.global(member) < settings.listeners(states.transport(member), fleet);
  }

  /** Whether the process of a client is there, and can hear of changes. */
  private boolean isListening(int member) {
    return !states.isAway(member)
        && states.isRegistered(member)
        && (isOverHttp(member)
            || loop.caller.driver().connected(slice.global(member), Channel.CONFIG));
  }

  private void call(FleetCall call, int member) {
    loop.caller.call(call, slice.global(member), states.transport(member));
  }

  private boolean isOverHttp(int member) {
    return !settings.overGrpc(states.transport(member));
  }

  /** Adds the number of listeners over HTTP in an outage, and the longest outage. */
  void addUnserved(RunStats second, long now) {
    for (Transport transport : settings.transports()) {
      if (exist() && !settings.overGrpc(transport)) {
        unserved.addTo(second.of(Operation.LISTEN, transport), now);
      }
    }
  }
}
