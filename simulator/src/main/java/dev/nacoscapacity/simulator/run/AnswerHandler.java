package dev.nacoscapacity.simulator.run;

import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.client.Operation;
import dev.nacoscapacity.simulator.workload.Fleet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What follows from an answer: for the instance, for the load, and for those who watch. */
final class AnswerHandler {

  private static final Set<String> REFUSALS = Set.of("http 401", "http 403", "http 404");

  private final Fleet fleet;
  private final Slice slice;
  private final LoopSettings settings;
  private final InstanceStates states;
  private final Caller caller;
  private final OfferedLoad load;
  private final Rollouts rollouts;
  private final Reconnections reconnections;
  private final AdmissionRate admissions;
  private final Sweeper sweeper;
  private final LoopObserver observer;

  AnswerHandler(
      Fleet fleet,
      Slice slice,
      LoopSettings settings,
      InstanceStates states,
      Caller caller,
      OfferedLoad load,
      Rollouts rollouts,
      Reconnections reconnections,
      AdmissionRate admissions,
      Sweeper sweeper,
      LoopObserver observer) {
    this.fleet = fleet;
    this.slice = slice;
    this.settings = settings;
    this.states = states;
    this.caller = caller;
    this.load = load;
    this.rollouts = rollouts;
    this.reconnections = reconnections;
    this.admissions = admissions;
    this.sweeper = sweeper;
    this.observer = observer;
  }

  void to(Call call) {
    switch (call.operation) {
      case BEAT -> toBeat(call);
      case LIST -> {
        if (call.ok() && observer.listed(call)) {
          sweeper.add(new Sweeper.Cell(call.service, call.server));
        }
      }
      case SWEEP -> {
        sweeper.completed(new Sweeper.Cell(call.service, call.server));
        observer.swept(call);
      }
      case CONNECT -> toConnection(call);
      case REGISTER -> toRegistration(call);
      case DEREGISTER -> {
        if (call.ok()) {
          states.deregistered(slice.member(call.actor));
          observer.deregistered(call);
        }
        rollouts.ended(call);
      }
      case LOGIN -> {
        // A rollout tries again by itself what failed.
        if (call.ok() || !rollouts.started(call)) {
          observer.loggedIn(call);
        }
        rollouts.ended(call);
      }
      case SCRAPE -> toScrape(call);
      case SUBSCRIBE -> {
        if (!call.ok() && load.isOn()) {
          reconnections.add(slice.member(call.actor), false);
        }
      }
      case LISTEN, PUSH -> {
        // Nothing follows from it: the fleet's configurations do not exist, so none changes.
      }
    }
  }

  private void toBeat(Call call) {
    int member = slice.member(call.actor);
    if (call.unknownInstance && !call.config && reconnections.isPending(member)) {
      // Over gRPC the server forgot the connection, which is being mended already.
      observer.lost(call);
      return;
    }
    if (!call.ok() || call.config) {
      return;
    }
    // A 1.4.2 client heeds both in each answer, that of an unknown instance included.
    states.allowLightBeats(member, call.lightBeatAllowed);
    obey(call.beatIntervalMillis);
    // An answer that comes late must not bring back what is being deregistered.
    if (call.unknownInstance && states.isRegistered(member) && load.isOn()) {
      observer.lost(call);
      register(call.actor);
    }
  }

  /** The server may ask for another interval; all instances are alike, so all follow. */
  private void obey(int intervalMillis) {
    long interval = TimeUnit.MILLISECONDS.toNanos(intervalMillis);
    if (interval > 0 && load.changePeriod(Operation.BEAT, interval)) {
      observer.beatIntervalChanged(intervalMillis);
    }
  }

  /** A client is gone from its server, and with it what it had registered and subscribed. */
  void toDisconnection(int actor, boolean config) {
    if (!load.isOn()) {
      return;
    }
    if (!config) {
      observer.disconnected(actor);
    }
    reconnections.lost(slice.member(actor), config);
  }

  private void toConnection(Call call) {
    if (call.serverCheck > 0) {
      admissions.setUp(call.serverCheck);
    }
    if (call.ok() && !call.config && load.isOn()) {
      register(call.actor);
      return;
    }
    endReconnection(call);
    rollouts.ended(call);
  }

  /** Registers again, unless that is under way: it waits for a connection if it lost its own. */
  private void register(int instance) {
    int member = slice.member(instance);
    if (!states.isRegisteringAgain(member)) {
      states.registeringAgain(member, true);
      caller.callOnce(Operation.REGISTER, instance);
    }
  }

  private void toRegistration(Call call) {
    int member = slice.member(call.actor);
    states.registeringAgain(member, false);
    if (call.ok()) {
      states.registered(member);
      observer.registered(call);
      bringTheRest(call.actor);
    }
    endReconnection(call);
    rollouts.ended(call);
  }

  /** What a gRPC client does once it is registered, be it for the first time or again. */
  private void bringTheRest(int instance) {
    if (!load.isOn()) {
      return;
    }
    for (int next = 0; next < settings.subscribe(); next++) {
      caller.subscribe(instance, (fleet.serviceOf(instance) + next) % fleet.services());
    }
    int member = slice.member(instance);
    if (settings.grpc() != null
        && instance < settings.listeners(fleet)
        && !states.listens(member)) {
      states.listening(member);
      caller.connect(instance, true);
    }
  }

  private void endReconnection(Call call) {
    int member = slice.member(call.actor);
    if (load.isOn()) {
      reconnections.completed(member, call.config, call.ok(), call.answered);
      if (!call.ok() && call.config) {
        reconnections.add(member, true);
      }
    }
  }

  /** A registry need not show its metrics; one that does not is not asked again. */
  private void toScrape(Call call) {
    if (call.ok()) {
      observer.scraped(call);
    } else if (REFUSALS.contains(call.failure) && load.leaveOut(Operation.SCRAPE)) {
      observer.scrapesRefused(call.failure);
    }
  }
}
