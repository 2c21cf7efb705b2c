package dev.nacoscapacity.simulator.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nacoscapacity.cluster.reach.Endpoint;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {

  @Test
  void shouldReadAddressesOfBothKinds() {
    assertThat(Address.parseList("10.0.0.1:8848, [::1]:8858"))
        .extracting(Endpoint::authority)
        .containsExactly("10.0.0.1:8848", "[::1]:8858");
  }

  @ParameterizedTest
  @ValueSource(strings = {"::1:8848", "[::1]", "[10.0.0.1]:8848", "a:b:1", "h", "h:0", ":1"})
  void shouldRefuseWhatIsNoAddress(String text) {
    assertThatThrownBy(() -> Address.parseList(text))
        .hasMessage(
            "'" + text + "' is no HOST:PORT; write for example 127.0.0.1:8848 or [::1]:8848");
  }

  @Test
  void shouldTakeAllAddressesOfANameInOrderAndEachNodeOnce() throws UnknownHostException {
    InetAddress six = InetAddress.getByName("fd00::1");
    InetAddress second = InetAddress.getByName("10.0.0.20");
    InetAddress first = InetAddress.getByName("10.0.0.3");

    assertThat(Address.ofOneKind(second, six, first)).containsExactly(first, second);
    assertThat(Address.ofOneKind(six, second)).containsExactly(six);
  }
}
