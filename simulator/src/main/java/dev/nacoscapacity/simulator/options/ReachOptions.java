package dev.nacoscapacity.simulator.options;

import dev.nacoscapacity.cluster.reach.Endpoint;
import dev.nacoscapacity.cluster.reach.Reach;
import dev.nacoscapacity.cluster.reach.Tls;
import dev.nacoscapacity.core.cli.UsageException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Options to reach the nodes of an external registry: TLS, path and port offset. */
public final class ReachOptions {

  @Option(
      names = "--tls",
      paramLabel = "all|http|grpc|entry",
      arity = "0..1",
      fallbackValue = "all",
      description =
          "speak TLS: everywhere (default), to HTTP ports only, to gRPC ports only, or to --entry "
              + "only; certificates are checked against Java's authorities, or --tls-ca")
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

  /**
   * Returns how to reach the nodes.
   *
   * @param entry what clients call instead of the nodes; empty for the nodes
   * @param ownNodes whether this project starts the nodes, which need no such options
   * @throws UsageException when a value is invalid, or options contradict each other
   */
  public Reach reach(List<Endpoint> entry, boolean ownNodes) {
    requireConsistent(entry);
    Reach reach =
        new Reach(
            contextPath.equals("/") ? "" : contextPath,
            grpcPortOffset,
            tls == null ? null : tls(),
            entry);
    if (ownNodes && !reach.equals(Reach.USUAL)) {
      throw new UsageException(
          "--tls, --context-path, --grpc-port-offset and --entry are for a registry of yours,"
              + " --target HOST:PORT[,HOST:PORT...]: leave them out");
    }
    requireReadable(reach.tls());
    return reach;
  }

  private void requireConsistent(List<Endpoint> entry) {
    if (tls == null && (ca != null || certificate != null || key != null || insecure)) {
      throw new UsageException("--tls-ca, --tls-cert, --tls-key and --insecure need --tls");
    }
    if ((certificate == null) != (key == null)) {
      throw new UsageException("--tls-cert and --tls-key go together");
    }
    if (insecure && ca != null) {
      throw new UsageException("--insecure takes any certificate, so --tls-ca means nothing");
    }
    UsageException.unless(
        tls != Tls.Scope.ENTRY || !entry.isEmpty(),
        "--tls=entry",
        "is for what --entry names, and there is none: write --tls, --tls=http or --tls=grpc");
    UsageException.unless(
        contextPath.matches("/?|(/[\\w.~-]+)+"),
        "--context-path",
        "begins with / and does not end with one, as in /registry");
    UsageException.unless(
        grpcPortOffset >= -65534 && grpcPortOffset <= 65534,
        "--grpc-port-offset",
        "is what is added to a port, as in 1000");
  }

  private static void requireReadable(Tls tls) {
    try {
      if (tls != null) {
        tls.requireReadable();
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private Tls tls() {
    return new Tls(tls, insecure, absolute(ca), absolute(certificate), absolute(key));
  }

  /** Makes a path absolute, since workers may start in another folder; null for null. */
  private static Path absolute(Path file) {
    return file == null ? null : file.toAbsolutePath();
  }
}
