package dev.nacoscapacity.simulator.workload;

import java.util.stream.IntStream;

/**
 * Who the simulated instances are. Instance {@code i} of the whole fleet belongs to service {@code
 * i mod services}; its address follows from {@code i}. A shard sees the part of the fleet whose
 * services are its own, numbered densely from 0: all methods take and return these local numbers,
 * so that callers can index arrays by them.
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

  private static final double ROOT_OF_THREE = Math.sqrt(3);

  /** More would run out of ports above {@link #FIRST_PORT} in the address range. */
  public static final int MAX_INSTANCES = 100_000_000;

  private final String prefix;
  private final Shard shard;
  private final int totalServices;
  private final int services;
  private final int size;

  /**
   * @param instances in the whole fleet, 1 to {@link #MAX_INSTANCES}
   * @param services in the whole fleet, at least one for this shard, and no more than instances
   * @param prefix starts each service's name; carries the run's id
   */
  public Fleet(int instances, int services, String prefix, Shard shard) {
    if (instances < 1 || instances > MAX_INSTANCES) {
      throw new IllegalArgumentException(
          "instances must be 1 to " + MAX_INSTANCES + ", not " + instances);
    }
    if (services < shard.index() || services > instances) {
      throw new IllegalArgumentException(
          "services must be %d (one for this shard) to %d (one an instance), not %d"
              .formatted(shard.index(), instances, services));
    }
    this.prefix = prefix;
    this.shard = shard;
    this.totalServices = services;
    this.services = servicesBelow(services);
    int fullRows = instances / services;
    this.size = fullRows * this.services + servicesBelow(instances % services);
  }

  private int servicesBelow(int bound) {
    return Math.max(0, (bound - shard.index() + shard.count()) / shard.count());
  }

  /** How many instances this shard has. */
  public int size() {
    return size;
  }

  /** How many services this shard has. */
  public int services() {
    return services;
  }

  public int serviceOf(int instance) {
    return instance % services;
  }

  /** How many instances belong to a service. */
  public int sizeOf(int service) {
    return (size - service + services - 1) / services;
  }

  /** The {@code position}th instance of a service, from 0 to {@code sizeOf(service) - 1}. */
  public int instanceOf(int service, int position) {
    return position * services + service;
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
    int place = (instance / services + first) % of;
    return (place + fraction(globalService(service) * GOLDEN_RATIO)) / of;
  }

  private static double fraction(double number) {
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

  /** The service with a name, without its group, or -1 when this shard has none. */
  public int serviceNamed(String name) {
    int dash = name.lastIndexOf('-');
    if (!name.substring(dash + 1).matches("\\d{4,9}")) {
      return -1;
    }
    int service = (Integer.parseInt(name.substring(dash + 1)) - shard.index() + 1) / shard.count();
    return service >= 0 && service < services && serviceName(service).equals(name) ? service : -1;
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
    int globalService = global % totalServices;
    if (globalService % shard.count() != shard.index() - 1) {
      return -1;
    }
    int instance = instanceOf(globalService / shard.count(), global / totalServices);
    return instance < size ? instance : -1;
  }

  private int global(int instance) {
    return instance / services * totalServices + globalService(instance % services);
  }

  private int globalService(int service) {
    return service * shard.count() + shard.index() - 1;
  }
}
