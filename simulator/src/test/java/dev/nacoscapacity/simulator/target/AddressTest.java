package dev.nacoscapacity.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.reach.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

  @Test
  void shouldReadAddressesOfBothKinds() {
    assertThat(Address.parseList("10.0.0.1:8848, [::1]:8858"))
        .extracting(Endpoint::authority)
        .containsExactly("10.0.0.1:8848", "[::1]:8858");
  }

  @ParameterizedTest
  @CsvSource({
    "http://10.0.0.1:8848,                    10.0.0.1:8848",
    "HTTP://10.0.0.1:8848/,                   10.0.0.1:8848",
    "http://10.0.0.1:8848/nacos/,             10.0.0.1:8848",
    "10.0.0.1:8848/nacos,                     10.0.0.1:8848",
    "[::1]:8848/nacos,                        [::1]:8848",
    "10.0.0.1:8848?raft_port=8807,            10.0.0.1:8848",
    "10.0.0.1:8848;10.0.0.2:8848,             10.0.0.1:8848 10.0.0.2:8848",
    "10.0.0.1:8848 10.0.0.2:8848;,            10.0.0.1:8848 10.0.0.2:8848",
    "10.0.0.1:8848 # 10.0.0.9:8848 is gone,   10.0.0.1:8848"
  })
  void shouldReadNodesAsPeopleWriteThem(String text, String nodes) {
    assertThat(Address.parseList(text))
        .extracting(Endpoint::authority)
        .containsExactly(nodes.split(" "));
  }

  @Test
  void shouldReadAClusterConfAsItIs(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("cluster.conf"),
            "#it is ip\n#example\n10.0.0.1:8848?raft_port=8807\n\n 10.0.0.2:8848  #second\r\n");

    assertThat(Address.parseList("@" + file))
        .extracting(Endpoint::authority)
        .containsExactly("10.0.0.1:8848", "10.0.0.2:8848");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://10.0.0.1:8848               | write 10.0.0.1:8848 and --tls
          10.0.0.1:8848/registry/             | write 10.0.0.1:8848 and --context-path /registry
          http://nacos:s3cret@10.0.0.1:8848   | --auth --username
          127.0.0.1:8848,127.0.0.1:8848       | '127.0.0.1:8848' is there twice
          localhost:8848,http://127.0.0.1:8848 | 'localhost:8848' and 'http://127.0.0.1:8848' are one node
          ;#                                  | ';#' names no node
          @/nowhere                           | cannot read '/nowhere'
          """)
  void shouldSayWhatIsWrongAndWhatToWriteInstead(String text, String sentence) {
    assertThatThrownBy(() -> Address.parseList(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "::1:8848",
        "[::1]",
        "[10.0.0.1]:8848",
        "a:b:1",
        "h",
        "h:0",
        ":1",
        "ftp://h:1",
        "http://:8848"
      })
  void shouldRefuseWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> Address.parseList(text))
        .hasMessageContainingAll("'" + text + "'", "HOST:PORT");
  }

  @Test
  void shouldResolveANameToSortedAddressesOfOneKind() throws UnknownHostException {
    InetAddress six = InetAddress.getByName("fd00::1");
    InetAddress second = InetAddress.getByName("10.0.0.20");
    InetAddress first = InetAddress.getByName("10.0.0.3");

    assertThat(Address.ofOneKind(second, six, first)).containsExactly(first, second);
    assertThat(Address.ofOneKind(six, second)).containsExactly(six);
  }
}
