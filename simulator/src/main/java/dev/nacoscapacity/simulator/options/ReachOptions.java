package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.reach.Tls;
import dev.nacoscapacity.simulator.target.Address;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * Options for reaching a registry that this project did not start: TLS, paths, ports, and entry
 * points.
 */
final class ReachOptions {

  @Option(
      names = "--tls",
      paramLabel = "all|http|grpc|entry",
      arity = "0..1",
      fallbackValue = "all",
      description = {
        "speak TLS: everywhere (default), to HTTP ports only, to gRPC ports only, or to --entry",
        "only; certificates are checked against Java's authorities, or --tls-ca"
      })
  private Tls.Scope tls;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "PEM certificates of the authorities to trust, in place of Java's")
  private Path ca;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "a client certificate to show, PEM, with its chain; with --tls-key")
  private Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "its key, PEM, PKCS#8, without a password")
  private Path key;

  @Option(
      names = "--insecure",
      description =
          "take any certificate, whoever shows it; the output, the record and the page say so")
  private boolean insecure;

  @Option(
      names = "--context-path",
      paramLabel = "PATH",
      description =
          "the servers' server.servlet.contextPath; / for none (default: ${DEFAULT-VALUE})",
      defaultValue = "/nacos")
  private String contextPath;

  @Option(
      names = "--grpc-port-offset",
      paramLabel = "N",
      description = "gRPC port less HTTP port (default: ${DEFAULT-VALUE})",
      defaultValue = "1000")
  private int grpcPortOffset;

  @Option(
      names = "--entry",
      paramLabel = "HOST:PORT",
      description = {
        "a load balancer that clients call in place of the nodes; what the registry holds is still",
        "read from the nodes that --target names"
      })
  private String entry;

  private Reach made;

  /**
   * Checks these options for contradictions among themselves and with others.
   *
   * @throws UsageException when options contradict each other
   */
  void requireConsistent(boolean ours, boolean via) {
    if (tls == null && (ca != null || certificate != null || key != null || insecure)) {
      throw new UsageException("--tls-ca, --tls-cert, --tls-key and --insecure need --tls");
    }
    if ((certificate == null) != (key == null)) {
      throw new UsageException("--tls-cert and --tls-key go together");
    }
    if (insecure && ca != null) {
      throw new UsageException("--insecure takes any certificate, so --tls-ca means nothing");
    }
    if (tls == Tls.Scope.ENTRY && entry == null) {
      throw new UsageException("--tls=entry needs --entry");
    }
    if (reach().equals(Reach.USUAL)) {
      return;
    }
    String all = "--tls, --context-path, --grpc-port-offset and --entry";
    if (ours) {
      throw new UsageException(
          all + " are for a registry of yours, --target HOST:PORT[,HOST:PORT...]: leave them out");
    }
    if (via) {
      throw new UsageException(
          "--via", "is for nodes that are reached as usual: leave it out, or " + all);
    }
  }

  /**
   * The settings of these options.
   *
   * @throws UsageException when a value cannot be used
   */
  Reach reach() {
    if (made == null) {
      made = make();
    }
    return made;
  }

  private Reach make() {
    if (!contextPath.matches("/?|(/[\\w.~-]+)+")) {
      throw new UsageException(
          "--context-path", "begins with / and does not end with one, as in /registry");
    }
    if (grpcPortOffset < -65534 || grpcPortOffset > 65534) {
      throw new UsageException("--grpc-port-offset", "is what is added to a port, as in 1000");
    }
    try {
      if (tls != null) {
        tls().requireReadable();
      }
      return new Reach(
          contextPath.equals("/") ? "" : contextPath,
          grpcPortOffset,
          tls == null ? null : tls(),
          entry == null ? List.of() : Address.parseList(entry).stream().map(Endpoint::of).toList());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Tls tls() {
    return new Tls(tls, insecure, absolute(ca), absolute(certificate), absolute(key));
  }

  /** Absolute, since workers may be started in another folder. */
  private static Path absolute(Path file) {
    return file == null ? null : file.toAbsolutePath();
  }
}
