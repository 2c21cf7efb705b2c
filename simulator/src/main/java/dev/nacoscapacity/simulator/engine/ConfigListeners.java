package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.stats.Operation;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.reports.stats.Transport;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.ConfigCall;
import dev.nacoscapacity.simulator.workload.ConfigContent;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The clients of one event loop that listen for configurations which exist. Each reads all of its
 * own when it starts, and asks with their digests which of them have changed; it reads those, and
 * asks again. Over HTTP it asks once more as soon as it is answered, as nacos-client 1.4.2's {@code
 * LongPollingRunnable}. Over gRPC it asks when a server notifies it of a change, as 2.x's {@code
 * ClientWorker}; what it asks from time to time besides is offered like any periodic call.
 */
final class ConfigListeners {

  /** The failure of a read that was answered with what the client had, though that has changed. */
  static final String OLD_CONTENT = "old content";

  /** The failure of a read that was answered with a content that was never published. */
  static final String OTHER_CONTENT = "unexpected content";

  /** {@code config.retry.time} of 1.4.2, after a call that failed. */
  private static final long PENALTY = TimeUnit.SECONDS.toNanos(2);

  /** How a client makes a call of its own. */
  interface Calls {

    /** Whether it has what it needs for that. */
    boolean mayCall(int instance);

    void call(Operation operation, int instance, ConfigCall about);

    /** Runs something on the event loop's thread after so many nanoseconds. */
    void after(long nanos, Runnable task);
  }

  private final Fleet fleet;
  private final Slice slice;
  private final LoopSettings settings;
  private final InstanceStates states;
  private final Publications published;
  private final Calls calls;

  /** By member; null for those that have not started. */
  private final Client[] clients;

  /** Of those over HTTP. Those over gRPC have calls at a period, which count likewise. */
  private final ActorOutages unserved;

  private boolean stopped;

  /** One listener. */
  private static final class Client {

    private final ConfigContent[] has;

    /** By configuration: from which version on it counts among its listeners; 0 for not at all. */
    private final int[] countsFrom;

    /** Those that may have changed since the client last asked. */
    private final BitSet unsure = new BitSet();

    /** Reads under way. */
    private int reads;

    /** One of them has failed. */
    private boolean failed;

    /** What it is asking, of its own accord; null while it does not. */
    private ConfigCall asking;

    Client(int configs) {
      has = new ConfigContent[configs];
      Arrays.fill(has, ConfigContent.NONE);
      countsFrom = new int[configs];
      unsure.set(0, configs);
    }

    boolean isBusy() {
      return reads > 0 || asking != null;
    }
  }

  ConfigListeners(
      Fleet fleet,
      Slice slice,
      LoopSettings settings,
      InstanceStates states,
      Publications published,
      Calls calls,
      long now) {
    this.fleet = fleet;
    this.slice = slice;
    this.settings = settings;
    this.states = states;
    this.published = published;
    this.calls = calls;
    ToIntFunction<Transport> listeners =
        transport -> slice.size(settings.listeners(transport, fleet));
    int most = settings.transports().stream().mapToInt(listeners).max().orElse(0);
    this.clients = new Client[most];
    this.unserved = new ActorOutages(most, now);
  }

  /**
   * A client can call: it was registered over HTTP, or has a configuration connection. It may have
   * started before, and was away.
   */
  void start(int member) {
    int instance = slice.global(member);
    if (stopped || instance >= settings.listeners(states.transport(member), fleet)) {
      return;
    }
    Client client = clients[member];
    if (client == null) {
      client = new Client(published.count(fleet.serviceOf(instance)));
      clients[member] = client;
      read(member, IntStream.range(0, client.has.length).toArray(), false);
    } else {
      client.unsure.set(0, client.has.length);
      ask(member);
    }
  }

  /** Whether a client has begun, though it may be away now. */
  boolean hasStarted(int member) {
    return clients[member] != null;
  }

  /**
   * A client's process ends, with no read under way. Its changes are none that anybody waits for,
   * and the process that comes after it reads everything anew.
   */
  void leave(int member, long now) {
    Client client = member < clients.length ? clients[member] : null;
    if (client == null) {
      return;
    }
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

  /** A server notified a client over gRPC that a configuration has changed. */
  void changed(int instance, String dataId) {
    int member = slice.member(instance);
    int number = fleet.configNumber(fleet.serviceOf(instance), dataId);
    if (number >= 0 && clients[member] != null) {
      clients[member].unsure.set(number);
      ask(member);
    }
  }

  /** What a client asks when it asks for all that it listens for. */
  ConfigCall all(int instance) {
    int configs = published.count(fleet.serviceOf(instance));
    Client client = clients[slice.member(instance)];
    return new ConfigCall(
        IntStream.range(0, configs).toArray(),
        (client == null ? new Client(configs) : client).has.clone(),
        false);
  }

  /** What a configuration is given next. */
  ConfigCall next(int service, int number) {
    ConfigContent next =
        published.of(service, number).next(published.dataId(service, number), published.bytes());
    return ConfigCall.of(number, next, false);
  }

  /**
   * Of the configurations of a service the first that is still to be published or removed, as a
   * call says it; null when there is none.
   */
  ConfigCall toDo(Operation operation, int service) {
    for (int number = 0; number < published.count(service); number++) {
      if (published.of(service, number).wants(operation)) {
        return operation == Operation.PUBLISH
            ? next(service, number)
            : ConfigCall.of(number, ConfigContent.NONE, false);
      }
    }
    return null;
  }

  /** A publication is handed to the wire. */
  void written(Call call) {
    of(call).written(call.configuration.content(), call.written);
  }

  /** A publication or removal was acknowledged. */
  void acknowledged(Call call) {
    of(call).acknowledged(call.operation);
  }

  private Publication of(Call call) {
    return published.of(call.service, call.configuration.number());
  }

  /** No client calls any more. */
  void stop() {
    stopped = true;
  }

  /** Judges what a read was answered, before it is counted. */
  void judge(Call call, Publication.Sink sink) {
    if (call.operation != Operation.READ || !call.ok()) {
      return;
    }
    int number = call.configuration.number();
    Publication publication = of(call);
    Client client = clients[slice.member(call.actor)];
    ConfigContent had = client.has[number];
    ConfigContent read =
        call.configuration.text == null
            ? ConfigContent.NONE
            : ConfigContent.read(published.dataId(call.service, number), call.configuration.text);
    if (read == null || !publication.mayExist(read.version())) {
      call.failure = OTHER_CONTENT;
    } else if (call.configuration.notified && read.version() <= had.version()) {
      call.failure = OLD_CONTENT;
    } else {
      client.has[number] = read;
      if (client.countsFrom[number] == 0) {
        client.countsFrom[number] = publication.join();
      } else {
        publication.read(read.version(), client.countsFrom[number], sink);
      }
    }
  }

  /** A listen or a read has ended. */
  void ended(Call call) {
    int member = slice.member(call.actor);
    Client client = clients[member];
    if (call.operation == Operation.READ) {
      readEnded(member, call);
      return;
    }
    if (client == null || call.period == 0 && call.configuration != client.asking) {
      // A long poll of a process that has left since.
      return;
    }
    if (!settings.overGrpc(call.transport)) {
      // A client that has moved to gRPC, or is about to leave, waits for no long poll.
      boolean waits = isOverHttp(member) && !states.isAway(member);
      unserved.ended(member, call.ok() || !waits, call.due);
    }
    if (call.period > 0 && client.isBusy()) {
      // What is under way finds as much.
      return;
    }
    if (call.period == 0) {
      client.asking = null;
    }
    int[] changed = changed(client, call);
    if (changed.length > 0) {
      read(member, changed, true);
    } else if (!call.ok()) {
      mark(client, call.configuration.numbers);
      goOn(member, false);
    } else if (isOverHttp(member) || !client.unsure.isEmpty()) {
      ask(member);
    }
  }

  private void readEnded(int member, Call call) {
    Client client = clients[member];
    client.failed |= !call.ok() && !call.failure.equals(OLD_CONTENT);
    client.reads--;
    if (client.reads == 0) {
      boolean atOnce = !client.failed;
      client.failed = false;
      goOn(member, atOnce);
    }
  }

  /** Which have changed, but for those that the client has read since it asked. */
  private int[] changed(Client client, Call call) {
    ConfigCall asked = call.configuration;
    return IntStream.range(0, asked.numbers.length)
        .filter(i -> asked.contents[i] == client.has[asked.numbers[i]])
        .map(i -> asked.numbers[i])
        .filter(number -> asked.changed.contains(published.dataId(call.service, number)))
        .toArray();
  }

  private static void mark(Client client, int[] numbers) {
    for (int number : numbers) {
      client.unsure.set(number);
    }
  }

  /** Asks, at once unless a call has just failed. */
  private void goOn(int member, boolean atOnce) {
    if (atOnce) {
      ask(member);
    } else {
      calls.after(PENALTY, () -> ask(member));
    }
  }

  private void read(int member, int[] numbers, boolean notified) {
    Client client = clients[member];
    mark(client, numbers);
    if (stopped || states.isAway(member)) {
      return;
    }
    client.reads += numbers.length;
    for (int number : numbers) {
      calls.call(
          Operation.READ,
          slice.global(member),
          ConfigCall.of(number, client.has[number], notified));
    }
  }

  /** Asks which have changed, unless that or a read is under way, which is followed by it. */
  private void ask(int member) {
    Client client = clients[member];
    int instance = slice.global(member);
    if (stopped
        || client == null
        || client.isBusy()
        || states.isAway(member)
        || !states.isRegistered(member)
        || !isOverHttp(member) && !calls.mayCall(instance)) {
      return;
    }
    int[] asked =
        isOverHttp(member)
            ? IntStream.range(0, client.has.length).toArray()
            : client.unsure.stream().toArray();
    if (asked.length == 0) {
      return;
    }
    client.unsure.clear();
    ConfigContent[] had =
        IntStream.of(asked).mapToObj(number -> client.has[number]).toArray(ConfigContent[]::new);
    client.asking = new ConfigCall(asked, had, false);
    calls.call(Operation.LISTEN, instance, client.asking);
  }

  private boolean isOverHttp(int member) {
    return !settings.overGrpc(states.transport(member));
  }

  /** Adds how many listeners over HTTP are without service now, and for how long. */
  void addUnserved(RunStats second, long now) {
    for (Transport transport : settings.transports()) {
      if (!settings.overGrpc(transport)) {
        unserved.addTo(second.of(Operation.LISTEN, transport), now);
      }
    }
  }
}
