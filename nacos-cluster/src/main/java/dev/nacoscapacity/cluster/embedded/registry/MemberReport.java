package dev.nacoscapacity.cluster.embedded.registry;

import java.time.Duration;

/**
 * Every 2 s a node reports to one of the others in turn, and so learns who lives. After Nacos's
 * {@code MemberInfoReportTask}.
 */
final class MemberReport {

  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Loop loop;
  private final Network network;
  private final Members members;
  private int cursor;

  MemberReport(Loop loop, Network network, Members members) {
    this.loop = loop;
    this.network = network;
    this.members = members;
    this.cursor = members.self();
  }

  void start() {
    if (members.count() > 1) {
      loop.after(PERIOD, this::report);
    }
  }

  private void report() {
    loop.after(PERIOD, this::report);
    do {
      cursor = (cursor + 1) % members.count();
    } while (cursor == members.self());
    int to = cursor;
    network.send(
        loop,
        to,
        TIMEOUT,
        peer -> {
          peer.members().answered(members.self());
          loop.execute(() -> members.answered(to));
        },
        failure -> {
          switch (failure) {
            case REFUSED -> members.refused(to);
            case SILENT -> members.silent(to);
          }
        });
  }
}
