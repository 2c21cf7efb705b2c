package dev.nacoscapacity.simulator.session;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.cluster.admin.AdminClient;
import dev.nacoscapacity.cluster.admin.AdminException;
import dev.nacoscapacity.cluster.protocol.HttpApi;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.workload.Traffic;
import dev.nacoscapacity.core.workload.Workload;
import dev.nacoscapacity.simulator.preflight.PreflightReport;
import dev.nacoscapacity.simulator.preflight.Refusal;
import dev.nacoscapacity.simulator.workload.Metadata;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whether the servers that were found take what a workload asks.
 *
 * @param first a client of the first node, logged in where there is auth
 */
record ServedWorkload(Workload settings, PreflightReport report, AdminClient first) {

  /** In bytes; a little less than the limit of Nacos 2.5, 1,024 in keys and values. */
  private static final int LONG_METADATA = 1000;

  /** Versions whose gRPC has no persistent instances. */
  private static final Pattern BEFORE_PERSISTENCE = Pattern.compile("2\\.[0-2]\\.");

  /**
   * What these servers do otherwise.
   *
   * @throws Refusal when they do not have it at all
   */
  List<Message> notes() throws Refusal {
    return report.api() == HttpApi.V3 && settings.protocol().http()
        ? requireServedByV3()
        : List.of();
  }

  /**
   * Tries what the user may lack rights for.
   *
   * @throws Refusal when these servers refuse it
   */
  void require() throws Refusal {
    requirePersistence();
    if (settings.population().traffic().configurations() != null && report.api() == HttpApi.V1) {
      requirePublishing();
    }
    requireMetadata();
  }

  /** Refuses persistent instances over what would not take them. */
  private void requirePersistence() throws Refusal {
    if (!settings.population().isPersistent()) {
      return;
    }
    if (settings.protocol().grpc() && BEFORE_PERSISTENCE.matcher(report.version()).lookingAt()) {
      throw Refusal.usage(
          "--persistent over grpc needs Nacos 2.3 or later, not %s: use --protocol http"
              .formatted(report.version()));
    }
    if (!settings.protocol().grpc() && report.api() == HttpApi.V3) {
      throw Refusal.usage(
          "--persistent is not for clients of HTTP v3, which are ephemeral: use --protocol grpc");
    }
  }

  /**
   * Refuses features that clients of v1 have and clients of v3 do not.
   *
   * @return notes on what v3 does otherwise
   */
  private List<Message> requireServedByV3() throws Refusal {
    List<Message> notes = new ArrayList<>();
    if (settings.clients().pushSubscribers() > 0) {
      throw Refusal.usage(
          "--subscribe asks for UDP pushes, which HTTP v3 does not have: leave it out, or use"
              + " --protocol grpc");
    }
    Traffic traffic = settings.population().traffic();
    if (traffic.configurations() != null) {
      throw Refusal.usage(
          settings.rate().isPresent()
              ? "configurations are published by no client of HTTP v3: use --protocol grpc"
              : "the profile's 'configurations' are published and listened for, which clients of HTTP"
                  + " v3 cannot: leave them out, or use --protocol grpc");
    }
    notes.add(
        Message.of("note.v3.listen", with("seconds", settings.timing().listen().toMillis() / 1e3)));
    if (traffic.classes().stream().anyMatch(of -> of.configs() > 1)) {
      notes.add(Message.of("note.v3.configs"));
    }
    report.notForwarded().ifPresent(notes::add);
    return notes;
  }

  /**
   * Registers an instance with the longest metadata once, where they are longer than many servers
   * take: the sentence of the refusal says more than the status of all registrations.
   */
  private void requireMetadata() throws Refusal {
    String metadata = Metadata.longest(settings.population().traffic());
    if (metadata.length() <= LONG_METADATA) {
      return;
    }
    try {
      first.registerOnce(
          settings.population().namespace(), settings.population().spareService(), metadata);
    } catch (AdminException e) {
      throw Refusal.inconclusive(
          "an instance with metadata of %,d bytes ('metadata-bytes' of the profile) cannot be registered: %s. Nacos 2.5 takes 1,024"
              .formatted(metadata.length(), e.getMessage()));
    }
  }

  /** Publishes a configuration once: permission to register instances does not imply this one. */
  private void requirePublishing() throws Refusal {
    String namespace = settings.population().namespace();
    try {
      first.publishOnce(
          namespace.equals("public") ? "" : namespace,
          settings.population().servicePrefix() + "-probe");
    } catch (AdminException e) {
      throw Refusal.inconclusive(
          e.kind() == AdminException.Kind.REFUSED
              ? "configurations are to be published in the namespace '%s', which is refused: %s."
                      .formatted(namespace, e.getMessage())
                  + " Give the user's role write permission there"
                  + (settings.rate().isPresent()
                      ? ""
                      : ", or leave the profile's 'configurations' out")
              : "cannot publish a configuration and remove it: " + e.getMessage());
    }
  }
}
