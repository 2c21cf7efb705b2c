package dev.nacoscapacity.simulator.workload;

import dev.nacoscapacity.core.workload.Configurations;
import dev.nacoscapacity.core.workload.Population;
import dev.nacoscapacity.core.workload.ServiceClass;
import dev.nacoscapacity.core.workload.Shard;
import dev.nacoscapacity.core.workload.SlowClients;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.simulator.schedule.Permutation;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;

/**
 * The simulated instances: their services, addresses and configurations. The services of the whole
 * fleet are numbered from the largest to the smallest, and the instances row by row: row {@code r}
 * contains the {@code r}th instance of each service that has more than {@code r} instances. So
 * instance {@code s} is the first of service {@code s}. An address follows from the number. A shard
 * numbers its services and their instances in the same way. All public methods use these numbers of
 * the shard, from 0 without gaps, so that callers can index arrays by them.
 *
 * <p>Addresses are in 198.18.0.0/15, which RFC 2544 reserves for benchmarks, so that none is the
 * address of a real host.
 */
public final class Fleet {

  private static final int ADDRESSES = 1 << 17;
  private static final int FIRST_ADDRESS = 198 << 24 | 18 << 16;
  private static final int FIRST_PORT = 8080;

  /** Multiples of badly approximable numbers have evenly distributed fractional parts. */
  private static final double ROOT_OF_TWO = Math.sqrt(2);

  private static final double ROOT_OF_SEVEN = Math.sqrt(7);

  /** Ranks are divided into this many bands, each with the same share of slow clients. */
  private static final int SLOW_CLIENT_BANDS = 37;

  /** The largest fleet: ports above {@link #FIRST_PORT} in the address range limit it. */
  public static final int MAX_INSTANCES = 100_000_000;

  private final String prefix;
  private final Shard shard;
  private final List<ServiceClass> classes;
  private final Configurations configurations;
  private final SlowClients slowClients;
  private final boolean persistent;

  /** The numbering of the whole fleet, and of this shard. */
  private final InstanceRows all;

  private final InstanceRows own;

  /** By service of this shard: the index in {@link #classes}. */
  private final short[] classOf;

  private final SubscribedServices subscriptions;

  /**
   * @param population of at most {@link #MAX_INSTANCES} instances
   * @throws IllegalArgumentException when this shard has no service, or a service no instance
   */
  public Fleet(Population population) {
    Traffic traffic = population.traffic();
    this.prefix = population.servicePrefix();
    this.shard = population.shard();
    this.classes = traffic.classes();
    this.configurations = traffic.configurations();
    this.slowClients = traffic.slowClients();
    this.persistent = population.isPersistent();
    if (population.services() < shard.index() || population.services() > population.instances()) {
      throw new IllegalArgumentException(
          "services must be %d (one for this shard) to %d (one an instance), not %d"
              .formatted(shard.index(), population.instances(), population.services()));
    }
    NavigableMap<Integer, Integer> sizes = population.sizes();
    this.all = new InstanceRows(sizes.descendingMap(), Shard.WHOLE);
    this.own = new InstanceRows(sizes.descendingMap(), shard);
    this.classOf = new short[own.services()];
    int service = 0;
    for (int size : sizes.keySet()) {
      for (int each = 0; each < classes.size(); each++) {
        Map<Integer, Integer> ofClass = classes.get(each).sizes();
        for (int remaining = ofClass.getOrDefault(size, 0); remaining > 0; remaining--, service++) {
          if (service % shard.count() == shard.index() - 1) {
            classOf[service / shard.count()] = (short) each;
          }
        }
      }
    }
    this.subscriptions = SubscribedServices.of(this);
  }

  /** The number of instances of this shard. */
  public int size() {
    return own.instances();
  }

  /** The number of services of this shard. */
  public int services() {
    return own.services();
  }

  public int serviceOf(int instance) {
    return own.serviceOf(instance);
  }

  /** The number of instances of a service. */
  public int sizeOf(int service) {
    return own.sizeOf(service);
  }

  /** The {@code position}th instance of a service, from 0 to {@code sizeOf(service) - 1}. */
  public int instanceOf(int service, int position) {
    return own.instanceOf(service, position);
  }

  /** The position of an instance in its service, from 0. */
  public int positionOf(int instance) {
    return own.rowOf(instance);
  }

  /** The classes of the fleet's services. */
  public List<ServiceClass> classes() {
    return classes;
  }

  /** The index in {@link #classes} of the class of a service. */
  public int classNumber(int service) {
    return classOf[service];
  }

  public ServiceClass classOf(int service) {
    return classes.get(classOf[service]);
  }

  /**
   * The number of services that an instance subscribes to.
   *
   * @param usual the number when the class of the instance does not define one
   */
  public int subscriptions(int instance, int usual) {
    return subscriptions.of(instance, usual);
  }

  /**
   * A service that an instance subscribes to.
   *
   * @param which index of the subscription, 0 to below {@code of}
   * @param of the number of subscriptions of the instance
   */
  public int subscribed(int instance, int which, int of) {
    return subscriptions.service(instance, which, of);
  }

  /** The {@link Population#rank} of an instance. */
  public double rank(int instance) {
    int service = serviceOf(instance);
    return Population.rank(globalService(service), sizeOf(service), positionOf(instance));
  }

  /**
   * Like {@link #rank}, in a nearly independent order for waves: the share below a {@code waveRank}
   * is about the same among those below any rank. So a wave affects clients of both protocols
   * alike.
   */
  public double waveRank(int instance) {
    int service = serviceOf(instance);
    int of = sizeOf(service);
    int first = (int) (of * fraction(globalService(service) * ROOT_OF_SEVEN));
    int position = (new Permutation(of, 0).actor((int) (rank(instance) * of)) + first) % of;
    return (position + fraction(globalService(service) * ROOT_OF_TWO)) / of;
  }

  static double fraction(double number) {
    return number - Math.floor(number);
  }

  /** The name of a service without its group. */
  public String serviceName(int service) {
    return "%s-%04d".formatted(prefix, globalService(service));
  }

  /**
   * The data id of a configuration that the instances of a service listen to.
   *
   * @param number of the configuration, from 0
   */
  public String configName(int service, int number) {
    return number == 0 ? serviceName(service) : serviceName(service) + "." + number;
  }

  /** The number of the configuration of a service with a data id; -1 when there is none. */
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

  /** How configurations are published; null when they do not exist. */
  public Configurations configurations() {
    return configurations;
  }

  /** Which clients are slow, and by how much; null when none is. */
  public SlowClients slowClients() {
    return slowClients;
  }

  /** Whether instances register as persistent ones, which never expire. */
  public boolean isPersistent() {
    return persistent;
  }

  /**
   * The delay with which an instance reads what servers send, in nanoseconds, mostly 0. Slow
   * instances have all ranks, since the rank decides which protocol an instance speaks.
   */
  public long readingDelay(int instance) {
    return slowClients != null && fraction(rank(instance) * SLOW_CLIENT_BANDS) < slowClients.share()
        ? Math.round(slowClients.delaySeconds() * 1e9)
        : 0;
  }

  /** The service of this shard with a name, given without its group; -1 when there is none. */
  public int serviceNamed(String name) {
    int dash = name.lastIndexOf('-');
    if (!name.substring(dash + 1).matches("\\d{4,9}")) {
      return -1;
    }
    int service = (Integer.parseInt(name.substring(dash + 1)) - shard.index() + 1) / shard.count();
    return service >= 0 && service < services() && serviceName(service).equals(name) ? service : -1;
  }

  /** The IPv4 address of an instance, as a 32-bit number in network order. */
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
   * The instance of this shard at an address; -1 when there is none.
   *
   * @param address an IPv4 address as a 32-bit number in network order
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

  /** The number that an instance of this shard has in the whole fleet. */
  int global(int instance) {
    return all.instanceOf(globalService(serviceOf(instance)), positionOf(instance));
  }

  private int globalService(int service) {
    return service * shard.count() + shard.index() - 1;
  }
}
