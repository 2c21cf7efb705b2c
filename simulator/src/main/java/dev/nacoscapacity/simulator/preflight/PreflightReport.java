package dev.nacoscapacity.simulator.preflight;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.auth.Access;
import dev.nacoscapacity.simulator.preflight.guard.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

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
  public List<Message> lines() {
    List<Message> lines = new ArrayList<>();
    lines.add(cluster());
    if (api() == HttpApi.V3) {
      lines.add(
          Message.of(
              "preflight.v3",
              with("why", choice.against().isEmpty() ? null : choice.against().get(0))));
    }
    for (NodeFacts node : nodes) {
      if (node.compresses()) {
        lines.add(Message.of("preflight.compresses", with("node", node.node())));
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
  public List<Message> caveats() {
    List<Message> caveats = new ArrayList<>();
    nodes.stream()
        .flatMap(node -> node.hidden().stream())
        .findFirst()
        .ifPresent(hidden -> caveats.add(Message.of("note.membersHidden", with("why", hidden))));
    if (!unnamed.isEmpty()) {
      caveats.add(Message.of("note.unnamed", with("members", String.join(", ", unnamed))));
    }
    OptionalInt unlisted = inventory.unlisted();
    if (unlisted.orElse(-1) != 0) {
      caveats.add(
          Message.of(
              "note.noCatalogue", with("more", unlisted.isPresent() ? unlisted.getAsInt() : null)));
    }
    List<String> unseen =
        inventory.registered().stream()
            .filter(contents -> !contents.readable())
            .map(contents -> PrintableText.of(contents.namespace()))
            .toList();
    if (!unseen.isEmpty()) {
      caveats.add(Message.of("note.unseen", with("namespaces", String.join(", ", unseen))));
    }
    return caveats;
  }

  /** The HTTP API to call. */
  public HttpApi api() {
    return choice.api();
  }

  /** A note if several nodes do not forward registrations over HTTP v3; empty otherwise. */
  public Optional<Message> notForwarded() {
    boolean affected =
        nodes.size() > 1
            && nodes.stream()
                .flatMap(node -> node.versions().stream())
                .anyMatch(version -> version.matches("3\\.([01]\\..*|2\\.[01]\\b.*)"));
    return affected
        ? Optional.of(Message.of("note.v3.notForwarded", with("version", version())))
        : Optional.empty();
  }

  private static Message line(NamespaceContents contents) {
    String namespace = PrintableText.of(contents.namespace());
    if (!contents.readable()) {
      return Message.of("preflight.unreadable", with("namespace", namespace));
    }
    return Message.of(
        "preflight.registered",
        with("namespace", namespace)
            .and("services", contents.services())
            .and("instances", contents.instances())
            .and("leftovers", contents.leftovers() == 0 ? null : contents.leftovers()));
  }

  private Message unlistedNamespaces() {
    return Message.of(
        "preflight.unlisted",
        with(
            "namespaces",
            inventory.registered().stream()
                .map(contents -> PrintableText.of(contents.namespace()))
                .toList()));
  }

  private Message cluster() {
    Optional<String> leader =
        nodes.stream()
            .flatMap(node -> node.members().stream())
            .flatMap(member -> member.leaders().values().stream())
            .findFirst()
            .map(PrintableText::of);
    return Message.of(
        "preflight.cluster",
        with("nodes", nodes.size())
            .and("version", version().isEmpty() ? null : version())
            .and("leader", leader));
  }
}
