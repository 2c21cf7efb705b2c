package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.core.stats.WaveCount;
import dev.nacoscapacity.core.stats.WaveStats;
import dev.nacoscapacity.core.workload.Wave;
import dev.nacoscapacity.simulator.engine.InstanceStates.Presence;
import dev.nacoscapacity.simulator.workload.WaveTurns;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lets instances of one event loop leave, return and log in, according to the waves of a traffic
 * profile, and counts the results.
 *
 * <p>An instance that is to leave starts no more calls, and leaves once its calls in flight have
 * ended, like a client that shuts down. An instance that is away when its turn comes is skipped;
 * after a scaling it stays away.
 */
final class Waves {

  /** The number of turns processed per tick, so that answers are read in between. */
  private static final int TURNS_PER_TICK = 128;

  /** Delay after a failed login: {@code SecurityProxy} tries every 5 s. */
  private static final long LOGIN_RETRY = TimeUnit.SECONDS.toNanos(5);

  private static final byte NO_WAVE = -1;

  private final List<LocalWave> waves;
  private final InstanceStates states;
  private final Instances instances;

  /** By member: its current or last wave; empty in a fleet without waves. */
  private final byte[] waveOf;

  /** By member: the wave of its login in progress. */
  private final byte[] loginOf;

  /** By member: when its return was requested, in ms since the window began. */
  private final int[] returnMs;

  /** By member: when its login was requested, in ms since the window began. */
  private final int[] loginMs;

  /** Members that a later scaling wants back before they have left. */
  private final BitSet returnRequested = new BitSet();

  private final Deque<Integer> leaving = new ArrayDeque<>();
  private final Deque<Turn> retries = new ArrayDeque<>();
  private boolean on;
  private long begin;

  /** When a member leaves, returns or logs in, in nanoseconds. */
  private record Turn(int member, long due) {

    /** Takes the next member with a turn that is due, or -1. */
    static int poll(Deque<Turn> turns, long now) {
      return !turns.isEmpty() && now - turns.peekFirst().due() >= 0
          ? turns.pollFirst().member()
          : -1;
    }
  }

  Waves(Slice slice, InstanceStates states, Instances instances) {
    this.waves = new ArrayList<>();
    for (WaveTurns wave : WaveTurns.of(slice.settings().workload())) {
      waves.add(new LocalWave((byte) waves.size(), wave, slice));
    }
    this.states = states;
    this.instances = instances;
    int slots = waves.isEmpty() ? 0 : states.size();
    this.waveOf = new byte[slots];
    this.loginOf = new byte[slots];
    this.returnMs = new int[slots];
    this.loginMs = new int[slots];
    Arrays.fill(waveOf, NO_WAVE);
    Arrays.fill(loginOf, NO_WAVE);
  }

  /** The members of this loop that one wave affects, in the order of their turns. */
  private static final class LocalWave {

    private final byte number;
    private final Wave.Kind kind;
    private final boolean comesBack;
    private final long absence;
    private final int size;

    /** The turns, in nanoseconds since the window began. */
    private final Deque<Turn> turns;

    private final BitSet leavers = new BitSet();

    /** Members whose turn has come, and whose departure, return or login is not over. */
    private final BitSet open = new BitSet();

    /** Members that have left and return in this wave, in the order of their returns. */
    private final Deque<Turn> returns = new ArrayDeque<>();

    private final WaveStats second = new WaveStats();
    private int completed;

    LocalWave(byte number, WaveTurns wave, Slice slice) {
      this.number = number;
      this.kind = wave.wave().kind();
      this.comesBack = wave.returns();
      this.absence = wave.absence();
      List<Turn> inOrder = new ArrayList<>();
      for (int member = 0; member < slice.size(); member++) {
        int instance = slice.global(member);
        if (wave.takes(slice.fleet(), instance)) {
          inOrder.add(new Turn(member, wave.turn(slice.fleet(), instance)));
          leavers.set(member, wave.leaves(slice.fleet(), instance));
        }
      }
      inOrder.sort(Comparator.comparingLong(Turn::due));
      this.size = inOrder.size();
      this.turns = new ArrayDeque<>(inOrder);
    }

    /** Ends the turn of a member; false if it has ended already. */
    boolean finish(int member) {
      boolean ends = open.get(member);
      if (ends) {
        open.clear(member);
        completed++;
      }
      return ends;
    }

    /** Schedules the return of a member that has left. */
    void scheduleReturn(int member, long now) {
      if (comesBack) {
        returns.addLast(new Turn(member, now + absence));
      }
    }
  }

  /** Starts the waves of a window that begins at {@code at}. */
  void begin(long at) {
    begin = at;
    on = !waves.isEmpty();
  }

  /** Stops all waves. */
  void end() {
    on = false;
    leaving.clear();
    retries.clear();
  }

  /** Processes turns, departures, returns and retries that are due. */
  void step(long now) {
    if (!on) {
      return;
    }
    int turns = TURNS_PER_TICK;
    for (LocalWave wave : waves) {
      for (int next; turns > 0 && (next = Turn.poll(wave.turns, now - begin)) >= 0; turns--) {
        start(wave, next, now);
      }
      for (int next; turns > 0 && (next = Turn.poll(wave.returns, now)) >= 0; turns--) {
        // A scaling may own the member now.
        if (waveOf[next] == wave.number && states.isAway(next)) {
          requestReturn(next, now);
        }
      }
    }
    for (int remaining = leaving.size(); remaining > 0; remaining--) {
      leaveIfIdle(leaving.pollFirst(), now);
    }
    for (int next; (next = Turn.poll(retries, now)) >= 0; ) {
      instances.login(next);
    }
  }

  private void start(LocalWave wave, int member, long now) {
    boolean logsIn = loginOf[member] == NO_WAVE && states.presence(member) == Presence.PRESENT;
    if (wave.kind == Wave.Kind.LOGIN && !logsIn) {
      // A login of an earlier wave is in progress, and yields the same new token; or the client is
      // gone.
      wave.completed++;
    } else if (wave.kind == Wave.Kind.LOGIN) {
      loginOf[member] = wave.number;
      wave.open.set(member);
      loginMs[member] = ms(now);
      countDeparture(wave, now);
      instances.login(member);
    } else if (wave.leavers.get(member)) {
      leave(wave, member, now);
    } else if (states.isAway(member)) {
      takeOver(wave, member);
      requestReturn(member, now);
    } else {
      wave.completed++;
    }
  }

  private void leave(LocalWave wave, int member, long now) {
    boolean scales = wave.kind == Wave.Kind.SCALE;
    Presence presence = states.presence(member);
    if (presence == Presence.PRESENT || scales && presence == Presence.RETURNING) {
      takeOver(wave, member);
      instances.stopCalls(member);
      leaving.addLast(member);
    } else if (scales) {
      // It has left, or is leaving, and now stays away.
      takeOver(wave, member);
      returnRequested.clear(member);
      if (presence == Presence.AWAY) {
        departed(member, now);
      }
    } else {
      wave.completed++;
    }
  }

  /** Begins a member's turn; an earlier wave of the member has nothing to wait for any more. */
  private void takeOver(LocalWave wave, int member) {
    if (waveOf[member] != NO_WAVE) {
      of(member).finish(member);
    }
    waveOf[member] = wave.number;
    wave.open.set(member);
  }

  private void leaveIfIdle(int member, long now) {
    if (!states.isIdle(member)) {
      leaving.addLast(member);
    } else if (of(member).kind == Wave.Kind.CRASH) {
      instances.vanish(member);
      departed(member, now);
    } else {
      instances.leave(member);
    }
  }

  /** An instance has deregistered for a wave, or failed to; false when all waves have ended. */
  boolean left(int member, boolean ok, long now) {
    if (on && !ok) {
      // The process ends nevertheless.
      of(member).second.add(WaveCount.FAILED, 1);
      instances.vanish(member);
    }
    if (on) {
      departed(member, now);
    }
    return on;
  }

  private void departed(int member, long now) {
    LocalWave wave = of(member);
    // A scaling that wants the member back may have taken it over meanwhile.
    if (wave.leavers.get(member)) {
      countDeparture(wave, now);
      wave.scheduleReturn(member, now);
      if (wave.kind == Wave.Kind.SCALE) {
        finish(wave, member, now);
      }
    }
    if (returnRequested.get(member)) {
      requestReturn(member, now);
    }
  }

  /** Lets an instance return, once it has left. */
  private void requestReturn(int member, long now) {
    if (states.presence(member) != Presence.AWAY) {
      returnRequested.set(member);
      return;
    }
    returnRequested.clear(member);
    returnMs[member] = ms(now);
    recordFirst(of(member), now);
    instances.rejoin(member);
  }

  /** An instance that returned has registered. */
  void returned(int member, long now) {
    if (on) {
      countReturn(of(member), member, returnMs[member], now);
    }
  }

  /** An instance that returns has failed to connect or register. */
  void failed(int member) {
    if (on) {
      of(member).second.add(WaveCount.FAILED, 1);
    }
  }

  /** Handles the end of a login, which is repeated if it failed; false when it is not of a wave. */
  boolean loggedIn(int member, boolean ok, long now) {
    if (!on || loginOf[member] == NO_WAVE) {
      return false;
    }
    LocalWave wave = waves.get(loginOf[member]);
    if (ok) {
      loginOf[member] = NO_WAVE;
      countReturn(wave, member, loginMs[member], now);
    } else {
      wave.second.add(WaveCount.FAILED, 1);
      retries.addLast(new Turn(member, now + LOGIN_RETRY));
    }
    return true;
  }

  private void countDeparture(LocalWave wave, long now) {
    wave.second.add(WaveCount.LEFT, 1);
    recordFirst(wave, now);
  }

  /** Records the first departure or return of this second. */
  private void recordFirst(LocalWave wave, long now) {
    if (!wave.second.has(WaveCount.FIRST_MS)) {
      wave.second.set(WaveCount.FIRST_MS, (long) ms(now));
    }
  }

  private void countReturn(LocalWave wave, int member, int requestedMs, long now) {
    long took = ms(now) - requestedMs;
    wave.second.add(WaveCount.BACK, 1);
    wave.second.set(
        WaveCount.SLOWEST_RETURN_MS,
        Math.max(took, wave.second.count(WaveCount.SLOWEST_RETURN_MS)));
    finish(wave, member, now);
  }

  private void finish(LocalWave wave, int member, long now) {
    if (wave.finish(member)) {
      wave.second.set(WaveCount.LAST_MS, (long) ms(now));
    }
  }

  /** Adds the results since the last call. */
  void addTo(RunStats stats) {
    for (LocalWave wave : waves) {
      wave.second.set(WaveCount.INSTANCES, (long) wave.size);
      wave.second.set(WaveCount.UNFINISHED, (long) wave.size - wave.completed);
      stats.wave(wave.number).append(wave.second);
      wave.second.clear();
    }
  }

  private LocalWave of(int member) {
    return waves.get(waveOf[member]);
  }

  private int ms(long now) {
    return (int) TimeUnit.NANOSECONDS.toMillis(now - begin);
  }
}
