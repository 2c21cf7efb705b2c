package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.reports.record.Configurations;
import dev.nacoscapacity.reports.record.ServiceClass;
import dev.nacoscapacity.reports.record.SlowClients;
import dev.nacoscapacity.reports.record.Traffic;
import dev.nacoscapacity.simulator.schedule.Permutation;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Who the simulated instances are. The services of the whole fleet are numbered from the largest to
 * the smallest, and its instances row by row: row {@code r} has the {@code r}th instance of each
 * service that has so many, so that the first instances are those of each service. An instance's
 * address follows from its number. A shard sees the part of the fleet whose services are its own,
 * numbered densely from 0 in the same way: all methods take and return these local numbers, so that
 * callers can index arrays by them.
 *
 * <p>Addresses lie in 198.18.0.0/15, the range RFC 2544 sets aside for benchmarks, so that none is
 * a real host's.
 */
public final class Fleet {

  private static final int ADDRESSES = 1 << 17;
  private static final int FIRST_ADDRESS = 198 << 24 | 18 << 16;
  private static final int FIRST_PORT = 8080;

  /** Multiples of numbers that fractions approximate badly lie evenly between whole numbers. */
  private static final double GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

  private static final double ROOT_OF_TWO = Math.sqrt(2);
  private static final double ROOT_OF_THREE = Math.sqrt(3);
  private static final double ROOT_OF_SEVEN = Math.sqrt(7);

  /** Of ranks; each has as many slow clients as another. */
  private static final int BANDS = 37;

  /** More would run out of ports above {@link #FIRST_PORT} in the address range. */
  public static final int MAX_INSTANCES = 100_000_000;

  private final String prefix;
  private final Shard shard;
  private final List<ServiceClass> classes;
  private final Configurations configurations;
  private final SlowClients slowClients;

  /** The rows of the whole fleet, and of this shard. */
  private final Rows all;

  private final Rows own;

  /** By this shard's services: the number of the class. */
  private final short[] classOf;

  private final Subscriptions subscriptions;

  /**
   * @param traffic of the whole fleet: at least one service for this shard, and at most {@link
   *     #MAX_INSTANCES}
   * @param prefix starts each service's name; carries the run's id
   */
  public Fleet(Traffic traffic, String prefix, Shard shard) {
    this.prefix = prefix;
    this.shard = shard;
    this.classes = traffic.classes();
    this.configurations = traffic.configurations();
    this.slowClients = traffic.slowClients();
    NavigableMap<Integer, Integer> sizes = new TreeMap<>();
    classes.forEach(
        each -> each.sizes().forEach((size, of) -> sizes.merge(size, of, Integer::sum)));
    this.all = new Rows(sizes, Shard.WHOLE);
    this.own = new Rows(sizes, shard);
    this.classOf = new short[own.services()];
    int service = 0;
    for (int size : sizes.descendingKeySet()) {
      for (int each = 0; each < classes.size(); each++) {
        Map<Integer, Integer> ofClass = classes.get(each).sizes();
        for (int left = ofClass.getOrDefault(size, 0); left > 0; left--, service++) {
          if (service % shard.count() == shard.index() - 1) {
            classOf[service / shard.count()] = (short) each;
          }
        }
      }
    }
    this.subscriptions = Subscriptions.of(this);
  }

  /**
   * A fleet of services as equal as can be.
   *
   * @param instances in the whole fleet, 1 to {@link #MAX_INSTANCES}
   * @param services in the whole fleet, at least one for this shard, and no more than instances
   * @param prefix starts each service's name; carries the run's id
   */
  public Fleet(int instances, int services, String prefix, Shard shard) {
    this(even(instances, services, shard), prefix, shard);
  }

  private static Traffic even(int instances, int services, Shard shard) {
    if (instances < 1 || instances > MAX_INSTANCES) {
      throw new IllegalArgumentException(
          "instances must be 1 to " + MAX_INSTANCES + ", not " + instances);
    }
    if (services < shard.index() || services > instances) {
      throw new IllegalArgumentException(
          "services must be %d (one for this shard) to %d (one an instance), not %d"
              .formatted(shard.index(), instances, services));
    }
    return Traffic.even(instances, services);
  }

  /** How many instances this shard has. */
  public int size() {
    return own.instances();
  }

  /** How many services this shard has. */
  public int services() {
    return own.services();
  }

  public int serviceOf(int instance) {
    return own.serviceOf(instance);
  }

  /** How many instances belong to a service. */
  public int sizeOf(int service) {
    return own.sizeOf(service);
  }

  /** The {@code position}th instance of a service, from 0 to {@code sizeOf(service) - 1}. */
  public int instanceOf(int service, int position) {
    return own.instanceOf(service, position);
  }

  /** Which of its service's instances an instance is, from 0. */
  public int positionOf(int instance) {
    return own.rowOf(instance);
  }

  /** The classes of the fleet's services. */
  public List<ServiceClass> classes() {
    return classes;
  }

  /** Which of {@link #classes} a service is of. */
  public int classNumber(int service) {
    return classOf[service];
  }

  public ServiceClass classOf(int service) {
    return classes.get(classOf[service]);
  }

  /**
   * To how many services an instance subscribes.
   *
   * @param usual where its class does not say
   */
  public int subscriptions(int instance, int usual) {
    return subscriptions.of(instance, usual);
  }

  /**
   * A service that an instance subscribes to.
   *
   * @param which of so many, from 0
   */
  public int subscribed(int instance, int which, int of) {
    return subscriptions.service(instance, which, of);
  }

  /**
   * Where an instance stands in an order of the whole fleet, from 0 to below 1. Whoever stands
   * below a share is that share of each service, to within one instance, and of the fleet and of
   * its services' first instances, to within two or three; all who stand below a smaller share are
   * among them.
   */
  public double rank(int instance) {
    int service = serviceOf(instance);
    int of = sizeOf(service);
    int first = (int) (of * fraction(globalService(service) * ROOT_OF_THREE));
    int place = (positionOf(instance) + first) % of;
    return (place + fraction(globalService(service) * GOLDEN_RATIO)) / of;
  }

  /**
   * The same in another order: of those below a share in the one about as large a part stands below
   * a share in the other as of all. What happens to a share of a fleet then happens to clients of
   * both protocols alike.
   */
  public double turn(int instance) {
    int service = serviceOf(instance);
    int of = sizeOf(service);
    int first = (int) (of * fraction(globalService(service) * ROOT_OF_SEVEN));
    int place = (new Permutation(of, 0).actor((int) (rank(instance) * of)) + first) % of;
    return (place + fraction(globalService(service) * ROOT_OF_TWO)) / of;
  }

  static double fraction(double number) {
    return number - Math.floor(number);
  }

  /** How many of this shard's first so many instances stand below a share in {@link #rank}. */
  public int below(double share, int instances) {
    return (int) IntStream.range(0, instances).filter(i -> rank(i) < share).count();
  }

  /** The service's name without its group. */
  public String serviceName(int service) {
    return "%s-%04d".formatted(prefix, globalService(service));
  }

  /**
   * The data id of a configuration that a service's instances listen to.
   *
   * @param number from 0
   */
  public String configName(int service, int number) {
    return number == 0 ? serviceName(service) : serviceName(service) + "." + number;
  }

  /** The number of a service's configuration by its data id, or -1. */
  public int configNumber(int service, String dataId) {
    String name = serviceName(service);
    if (!dataId.startsWith(name)) {
      return -1;
    }
    String rest = dataId.substring(name.length());
    int number =
        rest.isEmpty()
            ? 0
            : rest.matches("\\.[1-9]\\d{0,3}") ? Integer.parseInt(rest.substring(1)) : -1;
    return number < classOf(service).configs() ? number : -1;
  }

  /** What becomes of the configurations that are listened for; null where these do not exist. */
  public Configurations configurations() {
    return configurations;
  }

  /** Which clients are slow, and how slow; null for none. */
  public SlowClients slowClients() {
    return slowClients;
  }

  /**
   * How much later than others an instance reads what it is sent, in nanoseconds; mostly 0. Slow
   * instances are spread over all ranks, since the rank decides which protocol an instance speaks.
   */
  public long readingDelay(int instance) {
    return slowClients != null && fraction(rank(instance) * BANDS) < slowClients.share()
        ? Math.round(slowClients.delaySeconds() * 1e9)
        : 0;
  }

  /** The service with a name, without its group, or -1 when this shard has none. */
  public int serviceNamed(String name) {
    int dash = name.lastIndexOf('-');
    if (!name.substring(dash + 1).matches("\\d{4,9}")) {
      return -1;
    }
    int service = (Integer.parseInt(name.substring(dash + 1)) - shard.index() + 1) / shard.count();
    return service >= 0 && service < services() && serviceName(service).equals(name) ? service : -1;
  }

  /** The IPv4 address of an instance, as a number in network order. */
  public int address(int instance) {
    return FIRST_ADDRESS + global(instance) % ADDRESSES;
  }

  /** The dotted address of an instance. */
  public String ip(int instance) {
    int address = address(instance);
    return (address >>> 24)
        + "."
        + (address >>> 16 & 255)
        + "."
        + (address >>> 8 & 255)
        + "."
        + (address & 255);
  }

  public int port(int instance) {
    return FIRST_PORT + global(instance) / ADDRESSES;
  }

  /**
   * The instance at an address, or -1 when this shard has none there.
   *
   * @param address an IPv4 address as a number in network order
   */
  public int instanceAt(int address, int port) {
    int offset = address - FIRST_ADDRESS;
    int row = port - FIRST_PORT;
    if (offset < 0 || offset >= ADDRESSES || row < 0 || row >= MAX_INSTANCES / ADDRESSES) {
      return -1;
    }
    int global = row * ADDRESSES + offset;
    if (global >= all.instances()) {
      return -1;
    }
    int globalService = all.serviceOf(global);
    return globalService % shard.count() == shard.index() - 1
        ? own.instanceOf(globalService / shard.count(), all.rowOf(global))
        : -1;
  }

  /** The number in the whole fleet of an instance of this shard. */
  int global(int instance) {
    return all.instanceOf(globalService(serviceOf(instance)), positionOf(instance));
  }

  private int globalService(int service) {
    return service * shard.count() + shard.index() - 1;
  }
}
