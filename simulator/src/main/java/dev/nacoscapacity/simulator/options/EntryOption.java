package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.core.cli.UsageException;
import dev.nacoscapacity.simulator.target.Address;
import java.util.List;
import picocli.CommandLine.Option;

/** The option for a load balancer that clients call instead of the nodes. */
public final class EntryOption {

  static final String NAME = "--entry";

  @Option(
      names = NAME,
      preprocessor = NodeListPreprocessor.class,
      paramLabel = "HOST:PORT",
      description =
          "a load balancer that clients call in place of the nodes; what the registry holds is"
              + " still read from the nodes that --target names")
  private String entry;

  /**
   * The addresses of the load balancer; empty if the option is not given.
   *
   * @param names what becomes of its name
   * @throws UsageException when the value is not a list of addresses
   */
  public List<Endpoint> endpoints(Address.Names names) {
    try {
      return entry == null
          ? List.of()
          : Address.parseList(entry, names).stream().map(Endpoint::of).toList();
    } catch (IllegalArgumentException e) {
      throw new UsageException(NAME, e);
    }
  }
}
