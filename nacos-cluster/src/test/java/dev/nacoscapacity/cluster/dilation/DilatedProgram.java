package dev.nacoscapacity.cluster.dilation;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.netty.channel.epoll.EpollEventLoopGroup;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What {@link PreloadIT} and {@link PacingIT} run in a process with the preload: {@code waits},
 * {@code ticks}, {@code clocks}, {@code writes}, {@code price}, {@code jobs} or {@code lock}. Its
 * lines are {@code NAME FIGURE…}. Times by the wall are the kernel's own.
 */
public final class DilatedProgram {

  private static final long WAIT_MS = 200;
  private static final long PERIOD_MS = 20;
  private static final int TICKS = 40;
  private static final long WORK_NANOS = 2_000_000;
  private static final long JOBS_MS = 200;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private interface Wait {
    void begin() throws Exception;
  }

  private interface IndexedWork {
    void run(int index) throws Exception;
  }

  private DilatedProgram() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "waits" -> waits();
      case "ticks" -> ticks();
      case "clocks" -> clocks();
      case "writes" -> writes();
      case "price" -> price();
      case "jobs" -> jobs(args);
      case "lock" -> locks(args);
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.exit(0);
  }

  private static ClusterClock clock() {
    return ClusterClock.at(Path.of(System.getenv(ClusterClock.FILE))).orElseThrow();
  }

  /** Of the kernel, in ms, at steps of 10. */
  private static double wall() throws IOException {
    return Double.parseDouble(Files.readString(Path.of("/proc/uptime")).split(" ")[0]) * 1000;
  }

  /**
   * Each wait twice: in slow time, and from before it. All at once, each in a thread of its own.
   */
  private static void waits() throws Exception {
    run("across");
    run("slow");
  }

  private static void run(String name) throws Exception {
    List<Thread> threads = new ArrayList<>();
    Map<String, Wait> kinds = kinds();
    CountDownLatch begun = new CountDownLatch(kinds.size());
    kinds.forEach(
        (kind, wait) ->
            threads.add(
                new Thread(
                    () -> {
                      try {
                        double wall = wall();
                        begun.countDown();
                        long begin = System.nanoTime();
                        wait.begin();
                        double took = (System.nanoTime() - begin) / 1e6;
                        System.out.printf("%s-%s %.3f %.0f%n", name, kind, took, wall() - wall);
                      } catch (Exception e) {
                        System.out.println(name + "-" + kind + " " + e);
                      }
                    })));
    threads.forEach(Thread::start);
    begun.await();
    Thread.sleep(WAIT_MS / 2);
    clock().slow();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static Map<String, Wait> kinds() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    ServerSocket server = new ServerSocket(0, 10, loopback);
    Socket silent = new Socket(loopback, server.getLocalPort());
    silent.setSoTimeout((int) WAIT_MS);
    ServerSocket lonely = new ServerSocket(0, 10, loopback);
    lonely.setSoTimeout((int) WAIT_MS);
    Selector selector = Selector.open();
    ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
    ReentrantLock lock = new ReentrantLock();
    EpollEventLoopGroup loop = new EpollEventLoopGroup(1);
    // Classes that load in a wait would prolong it.
    executor.submit(() -> {});
    loop.submit(() -> {});
    new CompletableFuture<>().orTimeout(1, TimeUnit.NANOSECONDS);
    Map<String, Wait> waits = new LinkedHashMap<>();
    waits.put("sleep", () -> Thread.sleep(WAIT_MS));
    waits.put("wait", DilatedProgram::waitForNotification);
    waits.put("parkNanos", () -> parkUntil(System.nanoTime() + WAIT_MS * 1_000_000));
    waits.put("parkUntil", DilatedProgram::parkUntilTimeOfDay);
    waits.put("condition", () -> await(lock));
    waits.put("executor", () -> executor.schedule(() -> {}, WAIT_MS, MILLISECONDS).get());
    waits.put("select", () -> selector.select(WAIT_MS));
    waits.put("read", () -> timesOut(() -> silent.getInputStream().read()));
    waits.put("accept", () -> timesOut(lonely::accept));
    waits.put("future", () -> timesOutLater(new CompletableFuture<>()));
    waits.put("netty", () -> loop.schedule(() -> {}, WAIT_MS, MILLISECONDS).get());
    return waits;
  }

  private static void waitForNotification() throws InterruptedException {
    Object nobody = new Object();
    synchronized (nobody) {
      nobody.wait(WAIT_MS);
    }
  }

  private static void parkUntil(long deadline) {
    for (long left; (left = deadline - System.nanoTime()) > 0; ) {
      LockSupport.parkNanos(left);
    }
  }

  private static void parkUntilTimeOfDay() {
    long deadline = System.currentTimeMillis() + WAIT_MS;
    while (System.currentTimeMillis() < deadline) {
      LockSupport.parkUntil(deadline);
    }
  }

  private static void await(ReentrantLock lock) throws InterruptedException {
    lock.lock();
    try {
      long left = WAIT_MS * 1_000_000;
      var condition = lock.newCondition();
      while (left > 0) {
        left = condition.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private static void timesOut(Wait wait) throws Exception {
    try {
      wait.begin();
      throw new IllegalStateException("did not time out");
    } catch (SocketTimeoutException expected) {
      // It did.
    }
  }

  private static void timesOutLater(CompletableFuture<Object> future) {
    future.orTimeout(WAIT_MS, MILLISECONDS).exceptionally(late -> null).join();
  }

  /** A periodic task; time slows in its middle. Prints how late each of its runs is, in ms. */
  private static void ticks() throws Exception {
    List<Long> at = new ArrayList<>();
    CountDownLatch left = new CountDownLatch(TICKS);
    ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
    executor.submit(() -> {}).get();
    long begin = System.nanoTime();
    executor.scheduleAtFixedRate(
        () -> {
          at.add(System.nanoTime());
          left.countDown();
        },
        PERIOD_MS,
        PERIOD_MS,
        MILLISECONDS);
    Thread.sleep(PERIOD_MS * TICKS / 2 + PERIOD_MS / 2);
    clock().slow();
    left.await();
    for (int index = 0; index < TICKS; index++) {
      long due = begin + (index + 1) * PERIOD_MS * 1_000_000;
      System.out.printf("tick %.3f%n", (at.get(index) - due) / 1e6);
    }
  }

  /** How far each clock ever went back, and the longest step, in ns, while time slows. */
  private static void clocks() throws Exception {
    ClusterClock clock = clock();
    Thread slowing =
        new Thread(
            () -> {
              parkUntil(System.nanoTime() + 100_000_000);
              clock.slow();
            });
    long worst = 0;
    long worstOfDay = 0;
    slowing.start();
    long end = System.nanoTime() + 150_000_000;
    long last = System.nanoTime();
    Instant lastOfDay = Instant.now();
    while (last < end) {
      long now = System.nanoTime();
      Instant ofDay = Instant.now();
      worst = Math.max(worst, last - now);
      worstOfDay = Math.max(worstOfDay, java.time.Duration.between(ofDay, lastOfDay).toNanos());
      last = now;
      lastOfDay = ofDay;
    }
    System.out.printf("back %d%nbackOfDay %d%n", worst, worstOfDay);
  }

  /**
   * Writes to a socket after 2 ms of work each. Prints the writes of one virtual second's fifth.
   */
  private static void writes() throws Exception {
    clock().slow();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(0, 10, loopback);
        Socket client = new Socket(loopback, server.getLocalPort())) {
      int writes = 0;
      long end = 0;
      for (int warmUp = 5; end == 0 || System.nanoTime() < end; warmUp--) {
        burn(WORK_NANOS);
        client.getOutputStream().write(1);
        if (warmUp == 0) {
          end = System.nanoTime() + WAIT_MS * 1_000_000;
        }
        writes += warmUp < 0 ? 1 : 0;
      }
      System.out.println("writes " + writes);
    }
  }

  /** Takes CPU time of this thread, whatever the time of day does. */
  static void burn(long nanos) {
    long end = THREADS.getCurrentThreadCpuTime() + nanos;
    while (THREADS.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  /**
   * What a look at the clock, and a write to a file that takes all, cost in CPU time: ns, at the
   * wall's rate and slow.
   */
  private static void price() throws Exception {
    try (var nothing = new java.io.FileOutputStream("/dev/null")) {
      byte[] byteOfIt = new byte[1];
      for (String time : List.of("warm-up", "wall", "slow")) {
        AtomicLong sink = new AtomicLong();
        long looks = perCall(2_000_000, () -> sink.addAndGet(System.nanoTime()));
        long writes = perCall(200_000, () -> nothing.write(byteOfIt));
        System.out.printf("%s-nanoTime %d%n%s-write %d%n", time, looks, time, writes);
        if (time.equals("wall") && System.getenv(ClusterClock.FILE) != null) {
          clock().slow();
        }
      }
    }
  }

  /**
   * A server with a thread for each connection, which computes for a while before it answers. The
   * arguments are {@code THREADS:MICROSECONDS}; prints them with the answers in a second and the
   * mean time of one in ms.
   */
  private static void jobs(String[] args) throws Exception {
    slowIfAsked();
    for (String job : List.of(args).subList(1, args.length)) {
      String[] parts = job.split(":");
      int threads = Integer.parseInt(parts[0]);
      long nanos = Long.parseLong(parts[1]) * 1000;
      InetAddress loopback = InetAddress.getLoopbackAddress();
      try (ServerSocket server = new ServerSocket(0, threads, loopback)) {
        List<Socket> clients = new ArrayList<>();
        for (int index = 0; index < threads; index++) {
          clients.add(new Socket(loopback, server.getLocalPort()));
          Socket served = server.accept();
          new Thread(() -> serve(served, nanos)).start();
        }
        AtomicLong answers = new AtomicLong();
        double seconds =
            together(clients.size(), index -> answers.addAndGet(call(clients.get(index))));
        for (Socket client : clients) {
          client.close();
        }
        double perSecond = answers.get() / seconds;
        System.out.printf("%s %.1f %.4f%n", job, perSecond, threads / perSecond * 1e3);
      }
    }
  }

  private static void serve(Socket socket, long nanos) {
    try (socket) {
      socket.setTcpNoDelay(true);
      while (socket.getInputStream().read() >= 0) {
        burn(nanos);
        socket.getOutputStream().write(1);
      }
    } catch (IOException e) {
      // The client has what it wants.
    }
  }

  private static long call(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    long end = System.nanoTime() + JOBS_MS * 1_000_000;
    long answers = 0;
    while (System.nanoTime() < end) {
      socket.getOutputStream().write(1);
      socket.getInputStream().read();
      answers++;
    }
    return answers;
  }

  /**
   * Threads that compute under one lock. The arguments are as those of {@code jobs}; prints them
   * with the turns in a second.
   */
  private static void locks(String[] args) throws Exception {
    slowIfAsked();
    for (String job : List.of(args).subList(1, args.length)) {
      String[] parts = job.split(":");
      long nanos = Long.parseLong(parts[1]) * 1000;
      ReentrantLock lock = new ReentrantLock();
      AtomicLong turns = new AtomicLong();
      double seconds =
          together(
              Integer.parseInt(parts[0]),
              index -> {
                long end = System.nanoTime() + JOBS_MS * 1_000_000;
                while (System.nanoTime() < end) {
                  lock.lock();
                  try {
                    burn(nanos);
                  } finally {
                    lock.unlock();
                  }
                  turns.incrementAndGet();
                }
              });
      System.out.printf("%s %.1f%n", job, turns.get() / seconds);
    }
  }

  private static void slowIfAsked() {
    if (System.getenv(ClusterClock.FILE) != null) {
      clock().slow();
    }
  }

  /** Runs the same in several threads. Returns how long it took until the last had ended, in s. */
  private static double together(int threads, IndexedWork work) throws Exception {
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    long begin = System.nanoTime();
    for (int index = 0; index < threads; index++) {
      int own = index;
      CompletableFuture<Void> end = new CompletableFuture<>();
      ends.add(end);
      new Thread(
              () -> {
                try {
                  work.run(own);
                  end.complete(null);
                } catch (Exception e) {
                  end.completeExceptionally(e);
                }
              })
          .start();
    }
    for (CompletableFuture<Void> end : ends) {
      end.get();
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  private static long perCall(int calls, Wait call) throws Exception {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int done = 0; done < calls; done++) {
      call.begin();
    }
    return (THREADS.getCurrentThreadCpuTime() - begin) / calls;
  }
}
