package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.registry.Loop;
import dev.nacoscapacity.cluster.standin.registry.Network;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import dev.nacoscapacity.cluster.standin.registry.Writes;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The connection of one running node to the others: over links with a delay, which may be cut, to
 * machines whose processors do the work. A forwarded write needs a connection of the {@link
 * ForwardPool} at the sender and a request thread at the receiver; calls that nodes make on their
 * own behalf need neither.
 */
final class ModelNetwork implements Network {

  /** How often pending forwarded writes are checked for a timeout. */
  private static final long EXPIRY_INTERVAL = 50_000_000;

  private final ModelCluster cluster;
  private final int from;
  private final ForwardPool forwards;

  /** Forwarded writes have the same timeout, so the oldest one expires first. */
  private final Deque<Exchange<?>> forwarded = new ArrayDeque<>();

  private final Runnable expire = this::expire;

  ModelNetwork(ModelCluster cluster, int from, ForwardPool forwards) {
    this.cluster = cluster;
    this.from = from;
    this.forwards = forwards;
  }

  @Override
  public <A> void send(
      Loop sender,
      int to,
      Duration timeout,
      PeerCall<A> call,
      Consumer<A> answered,
      Consumer<Failure> failed) {
    if (call instanceof Writes.ForwardedWrite) {
      forwards.acquire(to, new Exchange<>(to, true, timeout, call, answered, failed)::begin);
    } else {
      RunningNode here = cluster.node(from).running();
      Exchange<A> exchange =
          new Exchange<>(
              to,
              false,
              timeout,
              call,
              call.kind() == PeerCall.Kind.VERIFY
                  ? here.grpc.copies.listSent(to, answered)
                  : answered,
              failed);
      exchange.items = here.items(call);
      here.work(call, exchange.items, () -> {});
      exchange.begin();
      cluster.time().after(timeout.toNanos(), () -> exchange.fail(Failure.SILENT));
    }
  }

  /** A node ended, and with it its connections. */
  void lost(RunningNode peer) {
    for (Exchange<?> exchange : forwarded.toArray(new Exchange<?>[0])) {
      if (exchange.receiver == peer) {
        exchange.fail(Failure.REFUSED);
      }
    }
  }

  private void expire() {
    long now = cluster.time().nanos();
    while (!forwarded.isEmpty() && (forwarded.peek().over || forwarded.peek().expires <= now)) {
      forwarded.remove().fail(Failure.SILENT);
    }
    if (!forwarded.isEmpty()) {
      cluster.time().after(EXPIRY_INTERVAL, expire);
    }
  }

  /** What is next for a call to another node, from its arrival on. */
  private enum Stage {
    WORK,
    ANSWER,
    RETURN
  }

  /** One call to another node; from its arrival on, it is itself each of its stages. */
  private final class Exchange<A> implements Runnable {

    private final int to;
    private final boolean forward;
    private final long timeout;
    private final PeerCall<A> call;
    private final Consumer<A> answered;
    private final Consumer<Failure> failed;

    /**
     * The sending run of the node: an answer after its end is dropped, even when the node runs
     * again.
     */
    private final RunningNode sender = cluster.node(from).running();

    private long expires;
    private int items = 1;
    private RunningNode receiver;
    private Stage stage = Stage.WORK;
    private A answer;
    private boolean over;

    Exchange(
        int to,
        boolean forward,
        Duration timeout,
        PeerCall<A> call,
        Consumer<A> answered,
        Consumer<Failure> failed) {
      this.to = to;
      this.forward = forward;
      this.timeout = timeout.toNanos();
      this.call = call;
      this.answered = answered;
      this.failed = failed;
    }

    private void begin() {
      if (forward) {
        expires = cluster.time().nanos() + timeout;
        if (forwarded.isEmpty()) {
          cluster.time().after(EXPIRY_INTERVAL, expire);
        }
        forwarded.add(this);
      }
      pass(from, to, this::arrive);
    }

    private void pass(int sender, int recipient, Runnable next) {
      if (!cluster.cut(sender, recipient)) {
        cluster.time().after(cluster.peerDelay(sender, recipient), next);
      }
    }

    private void arrive() {
      receiver = cluster.node(to).running();
      if (receiver == null) {
        pass(to, from, () -> fail(Failure.REFUSED));
        return;
      }
      if (forward) {
        receiver.http.threads.acquire(this);
      } else {
        run();
      }
    }

    @Override
    public void run() {
      RunningNode at = stage == Stage.RETURN ? sender : receiver;
      if (at.holds(this)) {
        return;
      }
      switch (stage) {
        case WORK -> work();
        case ANSWER -> answer();
        case RETURN -> goBack();
      }
    }

    private void work() {
      stage = Stage.ANSWER;
      if (call.kind() == PeerCall.Kind.SNAPSHOT) {
        items = call.itemsAt(receiver.naming);
      }
      receiver.work(call, items, this);
    }

    private void answer() {
      stage = Stage.RETURN;
      answer = call.at(receiver.naming);
      if (forward) {
        receiver.http.threads.release();
      }
      pass(to, from, this);
    }

    private void goBack() {
      if (!end()) {
        return;
      }
      if (call.kind() == PeerCall.Kind.SNAPSHOT) {
        sender.work(call, items, sender.stage(() -> answered.accept(answer)));
      } else {
        answered.accept(answer);
      }
    }

    private void fail(Failure failure) {
      sender
          .stage(
              () -> {
                if (end()) {
                  failed.accept(failure);
                }
              })
          .run();
    }

    /** Ends the exchange; returns whether it was in progress. */
    private boolean end() {
      if (over) {
        return false;
      }
      over = true;
      if (forward) {
        forwards.release(to);
      }
      return true;
    }
  }
}
