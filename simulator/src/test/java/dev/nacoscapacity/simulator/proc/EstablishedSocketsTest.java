package dev.nacoscapacity.simulator.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EstablishedSocketsTest {

  private static final InetSocketAddress ONE = new InetSocketAddress("127.0.0.1", 8848);
  private static final InetSocketAddress TWO = new InetSocketAddress("127.0.0.2", 8848);

  @TempDir Path root;

  @Test
  void shouldCountOnlyAcceptedEndsOfEstablishedConnections() {
    ProcTree proc = new ProcTree(root);
    proc.put(
        "net/tcp",
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
           0: 00000000:2290 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
           1: 0100007F:2290 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0
           2: 0100007F:C001 0100007F:2290 01 00000000:00000000 00:00000000 00000000     0
           3: 0100007F:2290 0100007F:C002 06 00000000:00000000 00:00000000 00000000     0
        10004: 0200007F:2290 0100007F:C003 01 00000000:00000000 00:00000000 00000000     0
        """);
    proc.put(
        "net/tcp6",
        """
          sl  local_address                         remote_address                        st
           0: 0000000000000000FFFF00000100007F:2290 0000000000000000FFFF00000100007F:C004 01 0
           1: 00000000000000000000000001000000:2290 00000000000000000000000001000000:C005 01 0
        """);
    assertThat(EstablishedSockets.count(root, List.of(ONE, TWO)))
        .containsEntry(ONE, 2)
        .containsEntry(TWO, 1);
  }

  @Test
  void shouldKnowNothingWhenThereIsNoTable() {
    assertThat(EstablishedSockets.count(root, List.of(ONE))).isEmpty();
  }
}
