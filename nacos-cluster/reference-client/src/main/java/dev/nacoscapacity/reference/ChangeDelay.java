package dev.nacoscapacity.reference;

import com.alibaba.nacos.api.NacosFactory;
import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.NamingService;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * Measures how long a change of an instance takes to reach real clients that subscribe to its
 * service: registers an instance and deregisters it, of one service after another, and prints the
 * times from the call to each subscriber's listener and to the last one's. A change is made once the
 * one before is with all subscribers, or has been given up after 60 s.
 *
 * <p>Client i subscribes to the services i, i+1 and so on, as an instance of a simulated fleet does.
 *
 * <p>Arguments: HOST:PORT[,HOST:PORT…] NAMESPACE CLIENTS SERVICES SUBSCRIPTIONS CHANGES [USER]; the
 * user's password is in {@code NACOS_PASSWORD}. SERVICES is a number, for services of the program's
 * own, or what the names of services begin with that are there, such as a fleet's. Exit code 0, 1
 * when a change was given up, 2 when nothing could be measured, 64 for wrong usage.
 */
public final class ChangeDelay {

  private static final String USAGE =
      "usage: HOST:PORT[,HOST:PORT...] NAMESPACE CLIENTS SERVICES|PREFIX SUBSCRIPTIONS CHANGES"
          + " [USER], with the user's password in NACOS_PASSWORD";

  /** In TEST-NET-3: the address of no real host and of no simulated instance. */
  private static final String ADDRESS = "203.0.113.1";

  private static final int CHANGING = 1;
  private static final int STANDING = 2;

  private static final int MOST_SERVICES = 10_000;

  /** Servers push the changes of half a second together, so changes are further apart. */
  private static final long PAUSE_MILLIS = 1_000;

  private static final long MOST_MILLIS = 60_000;
  private static final long POLL_MILLIS = 20;

  private final Properties properties;
  private final NamingService writer;
  private final List<String> services;
  private final List<ServiceListeners> subscriptions = new ArrayList<>();

  private ChangeDelay(Properties properties, String services)
      throws NacosException, InterruptedException {
    this.properties = properties;
    this.writer = client();
    this.services = services.matches("\\d+") ? own(Integer.parseInt(services)) : named(services);
    this.services.forEach(service -> subscriptions.add(new ServiceListeners(ADDRESS, CHANGING)));
  }

  public static void main(String[] args) throws InterruptedException {
    if (args.length < 6 || args.length > 7) {
      System.err.println(USAGE);
      System.exit(64);
    }
    try {
      System.exit(run(args)); // The clients' threads would keep the JVM running.
    } catch (NacosException | RuntimeException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }

  private static int run(String[] args) throws NacosException, InterruptedException {
    Properties properties = new Properties();
    properties.put("serverAddr", args[0]);
    properties.put("namespace", args[1]);
    if (args.length == 7) {
      properties.put("username", args[6]);
      properties.put("password", System.getenv("NACOS_PASSWORD"));
    }
    ChangeDelay program = new ChangeDelay(properties, args[3]);
    program.subscribe(Integer.parseInt(args[2]), Integer.parseInt(args[4]));
    return program.measure(Integer.parseInt(args[5])) == 0 ? 0 : 1;
  }

  /** Connected: a client whose first attempt failed refuses calls until another succeeds. */
  private NamingService client() throws NacosException, InterruptedException {
    NamingService naming = NacosFactory.createNamingService(properties);
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS);
    while (!naming.getServerStatus().equals("UP")) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("no connection to " + properties.get("serverAddr"));
      }
      Thread.sleep(POLL_MILLIS);
    }
    return naming;
  }

  /** Registers services with one standing instance each, so that they never become empty. */
  private List<String> own(int count) throws NacosException {
    List<String> names = new ArrayList<>();
    for (int service = 0; service < count; service++) {
      names.add(String.format(Locale.ROOT, "change-delay-%04d", service));
      writer.registerInstance(names.get(service), ADDRESS, STANDING);
    }
    return names;
  }

  private List<String> named(String prefix) throws NacosException {
    List<String> names =
        writer.getServicesOfServer(1, MOST_SERVICES).getData().stream()
            .filter(name -> name.startsWith(prefix))
            .sorted()
            .toList();
    if (names.isEmpty()) {
      throw new IllegalArgumentException("no service is called " + prefix + "...");
    }
    return names;
  }

  private void subscribe(int clients, int each) throws NacosException, InterruptedException {
    for (int client = 0; client < clients; client++) {
      NamingService naming = client();
      for (int next = 0; next < Math.min(each, services.size()); next++) {
        int service = (client + next) % services.size();
        naming.subscribe(services.get(service), subscriptions.get(service).add());
      }
    }
    System.err.printf(
        Locale.ROOT, "%,d clients, each of %,d services, have subscribed%n", clients, each);
  }

  /** Makes the changes and prints the delays; returns the number of changes given up. */
  private int measure(int changes) throws NacosException, InterruptedException {
    List<Long> each = new ArrayList<>();
    List<Long> last = new ArrayList<>();
    int incomplete = 0;
    for (int change = 0; change < changes; change++) {
      // Each service's instance comes, and in the next round it leaves.
      int service = change % services.size();
      boolean registers = change / services.size() % 2 == 0;
      Thread.sleep(PAUSE_MILLIS);
      ServiceListeners of = subscriptions.get(service);
      long begun = of.expect(registers);
      change(services.get(service), registers);
      boolean complete = of.await(MOST_MILLIS);
      List<Long> times = of.times(begun);
      each.addAll(times);
      incomplete += complete ? 0 : 1;
      if (complete && !times.isEmpty()) {
        last.add(times.get(times.size() - 1));
      }
    }
    System.out.printf(Locale.ROOT, "%-22s %8s %9s %9s %9s%n", "ms", "number", "p50", "p99", "max");
    print("change to each", each);
    print("change to the last", last);
    System.out.printf(
        Locale.ROOT,
        "%d of %d changes were not with every subscriber after %d s%n",
        incomplete,
        changes,
        TimeUnit.MILLISECONDS.toSeconds(MOST_MILLIS));
    return incomplete;
  }

  private void change(String service, boolean registers) throws NacosException {
    if (registers) {
      writer.registerInstance(service, ADDRESS, CHANGING);
    } else {
      writer.deregisterInstance(service, ADDRESS, CHANGING);
    }
  }

  private static void print(String what, List<Long> nanos) {
    List<Long> sorted = nanos.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "%-22s %,8d %9s %9s %9s%n",
        what,
        sorted.size(),
        millis(sorted, 0.5),
        millis(sorted, 0.99),
        millis(sorted, 1));
  }

  private static String millis(List<Long> sorted, double quantile) {
    if (sorted.isEmpty()) {
      return "-";
    }
    int rank = Math.max(1, (int) Math.ceil(quantile * sorted.size()));
    return String.format(Locale.ROOT, "%,.1f", sorted.get(rank - 1) / 1e6);
  }
}
