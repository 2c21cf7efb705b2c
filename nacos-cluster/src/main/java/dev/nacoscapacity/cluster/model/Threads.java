package dev.nacoscapacity.cluster.model;
import java.util.ArrayDeque;
import java.util.Deque;
final class Threads {
  private final int max; private int busy; private final Deque<Runnable> waiting = new ArrayDeque<>();
  Threads(int max) { this.max = max; }
  void acquire(Runnable go) { if (busy < max) { busy++; go.run(); } else { waiting.add(go); } }
  void release() { Runnable next = waiting.poll(); if (next == null) { busy--; } else { next.run(); } }
}
