package dev.nacoscapacity.cluster.model;
final class ForwardPool {
  private final Threads all;
  ForwardPool(int route, int total) { all = new Threads(total); }
  void acquire(int route, Runnable go) { all.acquire(go); }
  void release(int route) { all.release(); }
}
