package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.preflight.guard.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a preflight found that lets a run begin.
 *
 * @param nodes facts about each target
 * @param choice of the HTTP API
 * @param inventory what the registry holds
 * @param unnamed reported members that are not among the targets, in order
 * @param access of the user; empty without auth
 */
public record PreflightReport(
    List<NodeFacts> nodes,
    ApiChoice choice,
    RegistryInventory inventory,
    List<String> unnamed,
    Optional<Access> access) {

  public PreflightReport {
    nodes = List.copyOf(nodes);
    unnamed = List.copyOf(unnamed);
  }

  /** The registry's version or versions; empty when no node reports one. */
  public String version() {
    Set<String> versions = new TreeSet<>();
    nodes.forEach(node -> versions.addAll(node.versions()));
    return PrintableText.of(String.join(", ", versions));
  }

  /** Messages for the user before the run, one line each. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(cluster());
    if (api() == HttpApi.V3) {
      lines.add(
          choice.against().isEmpty()
              ? "over HTTP v3, as asked"
              : "over HTTP v3: " + choice.against().get(0));
    }
    for (NodeFacts node : nodes) {
      if (node.compresses()) {
        lines.add(
            node.node()
                + " compresses its answers: CPU and traffic are not those of a server that does"
                + " not");
      }
    }
    for (NamespaceContents contents : inventory.registered()) {
      lines.add(line(contents));
    }
    if (!inventory.whole()) {
      lines.add(unlistedNamespaces());
    }
    return lines;
  }

  /** Notes for the reader of the record: what could not be checked or read. */
  public List<String> caveats() {
    List<String> caveats = new ArrayList<>();
    nodes.stream()
        .flatMap(node -> node.hidden().stream())
        .findFirst()
        .ifPresent(
            hidden ->
                caveats.add(
                    "The nodes were taken as they were named, since they do not show their members"
                        + " (%s): not checked were whether more exist, whether all are UP, their"
                            .formatted(hidden)
                        + " raft leader and their version."));
    if (!unnamed.isEmpty()) {
      caveats.add(
          "WARNING: the cluster has members that --target does not name, or not by these addresses:"
              + " %s. What members that are not named hold is neither read nor guarded."
                  .formatted(String.join(", ", unnamed)));
    }
    OptionalInt unlisted = inventory.unlisted();
    if (unlisted.orElse(-1) != 0) {
      caveats.add(
          "This user sees no catalogue, only the services of DEFAULT_GROUP: %s in other groups are neither counted nor guarded."
              .formatted(unlisted.isPresent() ? "%,d more".formatted(unlisted.getAsInt()) : "any"));
    }
    List<String> unseen =
        inventory.registered().stream()
            .filter(contents -> !contents.readable())
            .map(contents -> PrintableText.of(contents.namespace()))
            .toList();
    if (!unseen.isEmpty()) {
      caveats.add(
          "What others have in namespace %s cannot be seen by this user, so nothing guarded it."
              .formatted(String.join(", ", unseen)));
    }
    return caveats;
  }

  /** The HTTP API to call. */
  public HttpApi api() {
    return choice.api();
  }

  /** A note if several nodes do not forward registrations over HTTP v3; empty otherwise. */
  public Optional<String> notForwarded() {
    boolean affected =
        nodes.size() > 1
            && nodes.stream()
                .flatMap(node -> node.versions().stream())
                .anyMatch(version -> version.matches("3\\.([01]\\..*|2\\.[01]\\b.*)"));
    return affected
        ? Optional.of(
            "Nodes of %s neither forward nor spread what comes over HTTP v3 (alibaba/nacos issue"
                    .formatted(version())
                + " 14992, fixed after 3.2.1): each lists what was registered through it alone.")
        : Optional.empty();
  }

  private static String line(NamespaceContents contents) {
    String namespace = PrintableText.of(contents.namespace());
    if (!contents.readable()) {
      return "namespace " + namespace + " may hold services that this user may not see or guard";
    }
    String leftovers =
        contents.leftovers() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "; %,d of them were left by earlier runs and load the registry too",
                contents.leftovers());
    return String.format(
        Locale.ROOT,
        "registered before, in namespace %s: %s with %s%s",
        namespace,
        NumberText.counted(contents.services(), "service", "services"),
        NumberText.counted(contents.instances(), "instance", "instances"),
        leftovers);
  }

  private String unlistedNamespaces() {
    String text =
        inventory.registered().stream()
            .map(contents -> PrintableText.of(contents.namespace()))
            .collect(Collectors.joining(" and "));
    return "this user may not list namespaces: services outside "
        + text
        + " are neither seen nor guarded; log in as an administrator to guard them";
  }

  private String cluster() {
    String leader =
        nodes.stream()
            .flatMap(node -> node.members().stream())
            .flatMap(member -> member.leaders().values().stream())
            .findFirst()
            .map(address -> "raft leader " + PrintableText.of(address))
            .orElse("no raft");
    String version = version().isEmpty() ? "unknown version" : "version " + version();
    return "%s, %s, %s"
        .formatted(
            NumberText.counted(nodes.size(), "node answers", "nodes answer"), version, leader);
  }
}
