package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.reports.record.Wave;
import dev.nacoscapacity.reports.stats.RunStats;
import dev.nacoscapacity.reports.stats.WaveCount;
import dev.nacoscapacity.reports.stats.WaveStats;
import dev.nacoscapacity.simulator.workload.Fleet;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lets the instances of one event loop leave, come back and log in, as the waves of a traffic
 * profile ask, and counts the outcome.
 *
 * <p>An instance that is to leave starts no more calls, and leaves once its calls under way have
 * ended, as a client does that shuts down. An instance that is away already when its turn comes is
 * passed over; after a scaling it stays away.
 */
final class Waves {

  /** What is done with an instance of the loop. */
  interface Instances {

    /** The instance starts no more calls. */
    void retire(int member);

    /** Whether the instance has no call under way. */
    boolean isIdle(int member);

    /** Deregisters the instance; {@link Waves#deregistered} must follow. */
    void deregister(int member);

    /** The instance disappears without deregistering. */
    void vanish(int member);

    /** The instance starts calls again and registers; {@link Waves#registered} must follow. */
    void comeBack(int member);

    /** The client of the instance logs in; {@link Waves#loggedIn} must follow. */
    void login(int member);
  }

  /** A tick takes no more turns than this, so that answers are read meanwhile. */
  private static final int TURNS_PER_TICK = 128;

  /** Time from a failed login to the next: {@code SecurityProxy} tries every 5 s. */
  private static final long LOGIN_RETRY = TimeUnit.SECONDS.toNanos(5);

  private enum Stage {
    /** Registered, or its lost registration is being restored. */
    THERE,
    /** Waits for its calls to end. */
    LEAVING,
    /** Its deregistration is under way. */
    DEREGISTERING,
    AWAY,
    COMING
  }

  private static final Stage[] STAGES = Stage.values();
  private static final byte NO_WAVE = -1;

  private final List<OfLoop> waves;
  private final Instances instances;

  /** By member; of no length in a fleet without waves. */
  private final byte[] stages;

  /** By member: the current or last wave of the member. */
  private final byte[] waveOf;

  /** By member: the wave whose login is open. */
  private final byte[] loginOf;

  /** By member: when its return or its login began, in ms since the window began. */
  private final int[] wantedMs;

  /** Members that a scaling wants back before they have left. */
  private final BitSet wantedBack = new BitSet();

  private final Deque<Integer> leaving = new ArrayDeque<>();
  private final Deque<Retry> retries = new ArrayDeque<>();
  private boolean on;
  private long begin;

  private record Retry(int member, long due) {}

  private record Return(int member, long due) {}

  Waves(List<WaveTurns> waves, Fleet fleet, Slice slice, int members, Instances instances) {
    this.waves = new ArrayList<>();
    for (int number = 0; number < waves.size(); number++) {
      this.waves.add(new OfLoop((byte) number, waves.get(number), fleet, slice, members));
    }
    this.instances = instances;
    int slots = waves.isEmpty() ? 0 : members;
    this.stages = new byte[slots];
    this.waveOf = new byte[slots];
    this.loginOf = new byte[slots];
    this.wantedMs = new int[slots];
    Arrays.fill(loginOf, NO_WAVE);
  }

  /** One wave's members of this loop, in the order of their turns. */
  private static final class OfLoop {

    private final byte number;
    private final Wave.Kind kind;
    private final boolean comesBack;
    private final long absence;
    private final int[] members;

    /** After the begin of the window. */
    private final long[] turns;

    private final BitSet leavers = new BitSet();

    /** Those that are gone and come back in this wave, in the order of their returns. */
    private final Deque<Return> returns = new ArrayDeque<>();

    private final WaveStats second = new WaveStats();
    private int taken;
    private int done;

    OfLoop(byte number, WaveTurns wave, Fleet fleet, Slice slice, int all) {
      this.number = number;
      this.kind = wave.wave().kind();
      this.comesBack = wave.returns();
      this.absence = wave.absence();
      List<long[]> byTurn = new ArrayList<>();
      for (int member = 0; member < all; member++) {
        int instance = slice.global(member);
        if (wave.takes(fleet, instance)) {
          byTurn.add(new long[] {wave.turn(fleet, instance), member});
          leavers.set(member, wave.leaves(fleet, instance));
        }
      }
      byTurn.sort((one, other) -> Long.compare(one[0], other[0]));
      this.turns = byTurn.stream().mapToLong(each -> each[0]).toArray();
      this.members = byTurn.stream().mapToInt(each -> (int) each[1]).toArray();
    }

    /** The next member with a turn that is due, or -1. */
    int take(long sinceBegin) {
      return taken < members.length && turns[taken] <= sinceBegin ? members[taken++] : -1;
    }

    /** A member is gone, from which on its absence counts. */
    void gone(int member, long now) {
      if (comesBack) {
        returns.addLast(new Return(member, now + absence));
      }
    }

    /** The next member with a return that is due, or -1. */
    int takeReturn(long now) {
      return !returns.isEmpty() && now - returns.peekFirst().due() >= 0
          ? returns.pollFirst().member()
          : -1;
    }
  }

  /** Starts the waves of a window that begins at a time. */
  void begin(long at) {
    begin = at;
    on = !waves.isEmpty();
  }

  /** Stops all waves where they are. */
  void end() {
    on = false;
    leaving.clear();
    retries.clear();
  }

  /** Does what is due. */
  void step(long now) {
    if (!on) {
      return;
    }
    int turns = TURNS_PER_TICK;
    for (OfLoop wave : waves) {
      for (int next; turns > 0 && (next = wave.take(now - begin)) >= 0; turns--) {
        turn(wave, next, now);
      }
      for (int next; turns > 0 && (next = wave.takeReturn(now)) >= 0; turns--) {
        // Unless a scaling has taken it meanwhile.
        if (waveOf[next] == wave.number && isAwayOrLeaving(next)) {
          wantBack(next, now);
        }
      }
    }
    for (int left = leaving.size(); left > 0; left--) {
      leaveIfIdle(leaving.pollFirst(), now);
    }
    while (!retries.isEmpty() && now - retries.peekFirst().due() >= 0) {
      instances.login(retries.pollFirst().member());
    }
  }

  private void turn(OfLoop wave, int member, long now) {
    if (wave.kind == Wave.Kind.LOGIN && loginOf[member] != NO_WAVE) {
      // An earlier wave's login is under way, and gives the client the same new token.
      wave.done++;
    } else if (wave.kind == Wave.Kind.LOGIN) {
      loginOf[member] = wave.number;
      wantedMs[member] = ms(now);
      left(wave, now);
      instances.login(member);
    } else if (wave.leavers.get(member)) {
      leave(wave, member, now);
    } else if (isAwayOrLeaving(member)) {
      waveOf[member] = wave.number;
      wantBack(member, now);
    } else {
      wave.done++;
    }
  }

  private void leave(OfLoop wave, int member, long now) {
    boolean scales = wave.kind == Wave.Kind.SCALE;
    if (stage(member) == Stage.THERE || scales && stage(member) == Stage.COMING) {
      waveOf[member] = wave.number;
      stage(member, Stage.LEAVING);
      instances.retire(member);
      leaving.addLast(member);
    } else if (scales) {
      // It has left already, or is about to, and now it stays away.
      waveOf[member] = wave.number;
      wantedBack.clear(member);
      if (stage(member) == Stage.AWAY) {
        gone(member, now);
      }
    } else {
      wave.done++;
    }
  }

  private void leaveIfIdle(int member, long now) {
    if (!instances.isIdle(member)) {
      leaving.addLast(member);
    } else if (of(member).kind == Wave.Kind.CRASH) {
      instances.vanish(member);
      gone(member, now);
    } else {
      stage(member, Stage.DEREGISTERING);
      instances.deregister(member);
    }
  }

  /** Whether an instance's deregistration, which has ended, was a wave's. */
  boolean deregistered(int member, boolean ok, long now) {
    if (!on || stage(member) != Stage.DEREGISTERING) {
      return false;
    }
    if (!ok) {
      // It goes all the same, as a process does that was told to.
      of(member).second.add(WaveCount.FAILED, 1);
      instances.vanish(member);
    }
    gone(member, now);
    return true;
  }

  private void gone(int member, long now) {
    OfLoop wave = of(member);
    stage(member, Stage.AWAY);
    left(wave, now);
    wave.gone(member, now);
    if (wave.kind == Wave.Kind.SCALE) {
      over(wave, now);
    }
    if (wantedBack.get(member)) {
      wantBack(member, now);
    }
  }

  /** Lets an instance come back, as soon as it is gone. */
  private void wantBack(int member, long now) {
    if (stage(member) != Stage.AWAY) {
      wantedBack.set(member);
      return;
    }
    wantedBack.clear(member);
    stage(member, Stage.COMING);
    wantedMs[member] = ms(now);
    began(of(member), now);
    instances.comeBack(member);
  }

  /** A registration of an instance was acknowledged. */
  void registered(int member, long now) {
    if (on && stage(member) == Stage.COMING) {
      stage(member, Stage.THERE);
      back(of(member), member, now);
    }
  }

  /** An instance could not connect, or not register. */
  void failed(int member) {
    if (on && stage(member) == Stage.COMING) {
      of(member).second.add(WaveCount.FAILED, 1);
    }
  }

  /** Whether a login that has ended is a wave's, which tries again by itself. */
  boolean loggedIn(int member, boolean ok, long now) {
    if (!on || loginOf[member] == NO_WAVE) {
      return false;
    }
    OfLoop wave = waves.get(loginOf[member]);
    if (ok) {
      loginOf[member] = NO_WAVE;
      back(wave, member, now);
    } else {
      wave.second.add(WaveCount.FAILED, 1);
      retries.addLast(new Retry(member, now + LOGIN_RETRY));
    }
    return true;
  }

  private void left(OfLoop wave, long now) {
    wave.second.add(WaveCount.LEFT, 1);
    began(wave, now);
  }

  /** Records the first leave or return of this second; the earliest of all seconds counts. */
  private void began(OfLoop wave, long now) {
    if (wave.second.get(WaveCount.FIRST_MS) == null) {
      wave.second.set(WaveCount.FIRST_MS, (long) ms(now));
    }
  }

  private void back(OfLoop wave, int member, long now) {
    long took = ms(now) - wantedMs[member];
    wave.second.add(WaveCount.BACK, 1);
    wave.second.set(
        WaveCount.SLOWEST_RETURN_MS,
        Math.max(took, wave.second.count(WaveCount.SLOWEST_RETURN_MS)));
    over(wave, now);
  }

  private void over(OfLoop wave, long now) {
    wave.done++;
    wave.second.set(WaveCount.LAST_MS, (long) ms(now));
  }

  /** Adds what was done since the last time. */
  void addTo(RunStats taken) {
    for (OfLoop wave : waves) {
      wave.second.set(WaveCount.INSTANCES, (long) wave.members.length);
      wave.second.set(WaveCount.UNFINISHED, (long) wave.members.length - wave.done);
      taken.wave(wave.number).append(wave.second);
      wave.second.clear();
    }
  }

  private OfLoop of(int member) {
    return waves.get(waveOf[member]);
  }

  /** Whether an instance is away, or will be at once. */
  private boolean isAwayOrLeaving(int member) {
    return stage(member) != Stage.THERE && stage(member) != Stage.COMING;
  }

  private Stage stage(int member) {
    return STAGES[stages[member]];
  }

  private void stage(int member, Stage to) {
    stages[member] = (byte) to.ordinal();
  }

  private int ms(long now) {
    return (int) TimeUnit.NANOSECONDS.toMillis(now - begin);
  }
}
