package dev.nacoscapacity.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.cluster.ClusterException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NameWatchTest {

  private final List<String> said = new ArrayList<>();
  private List<InetAddress> now = List.of(at("n", 1), at("n", 2));

  private static InetAddress at(String host, int last) {
    try {
      return InetAddress.getByAddress(host, new byte[] {10, 0, 0, (byte) last});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private NameWatch watch(String host) {
    return new NameWatch(
        List.of(new InetSocketAddress(at(host, 1), 8848), new InetSocketAddress(at(host, 2), 8848)),
        name -> {
          if (now.isEmpty()) {
            throw new ClusterException("no address");
          }
          return now;
        },
        said::add);
  }

  @Test
  void shouldWarnOnceWhenANameStandsForOtherAddresses() {
    NameWatch watch = watch("nacos");
    watch.look();
    assertThat(said).isEmpty();

    now = List.of(at("n", 2), at("n", 3));
    watch.look();
    watch.look();

    assertThat(said)
        .singleElement()
        .asString()
        .contains("WARNING", "nacos", "10.0.0.2, 10.0.0.3", "10.0.0.1, 10.0.0.2");
  }

  @Test
  void shouldSayNothingWhenTheOrderChangesOrNothingIsKnown() {
    NameWatch watch = watch("nacos");

    now = List.of(at("n", 2), at("n", 1));
    watch.look();
    now = List.of();
    watch.look();

    assertThat(said).isEmpty();
  }
}
