package dev.nacoscapacity.simulator.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.JsonPointerBasedFilter;
import com.fasterxml.jackson.core.filter.TokenFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostCounterTest {

  private static final String NACOS_1_4_1 =
      """
      {"hosts":[{"ip":"198.18.0.0","port":8080,"valid":true,"healthy":true,"marked":false,\
      "instanceId":"198.18.0.0#8080#DEFAULT#DEFAULT_GROUP@@run-0000","metadata":{},"enabled":true,\
      "weight":1.0,"clusterName":"DEFAULT","serviceName":"DEFAULT_GROUP@@run-0000",\
      "ephemeral":true},{"ip":"198.18.0.2","port":8080,"valid":false,"healthy":false,\
      "marked":false,"instanceId":"198.18.0.2#8080#DEFAULT#DEFAULT_GROUP@@run-0000",\
      "metadata":{},"enabled":true,"weight":1.0,"clusterName":"DEFAULT",\
      "serviceName":"DEFAULT_GROUP@@run-0000","ephemeral":true}],"dom":"DEFAULT_GROUP@@run-0000",\
      "name":"DEFAULT_GROUP@@run-0000","cacheMillis":3000,"lastRefTime":1700000000000,\
      "checksum":"d41d","useSpecifiedURL":false,"clusters":"","env":"","metadata":{}}\
      """;

  private static final String NACOS_2_2_4 =
      """
      {"name":"DEFAULT_GROUP@@run-0000","groupName":"DEFAULT_GROUP","clusters":"",\
      "cacheMillis":3000,"hosts":[{"ip":"198.18.0.0","port":8080,"weight":1.0,"healthy":true,\
      "enabled":true,"ephemeral":true,"clusterName":"DEFAULT",\
      "serviceName":"DEFAULT_GROUP@@run-0000","metadata":{},"instanceHeartBeatInterval":5000,\
      "instanceHeartBeatTimeOut":15000,"ipDeleteTimeout":30000}],"lastRefTime":1700000000000,\
      "checksum":"","allIPs":false,"reachProtectionThreshold":%s,"valid":true}\
      """;

  private final HostCounter counter = new HostCounter();

  @Property(tries = 1000, seed = "1")
  void shouldCountLikeJacksonWhateverTheChunks(
      @ForAll long seed,
      @ForAll @Size(max = 6) List<Boolean> hosts,
      @ForAll boolean spaces,
      @ForAll @IntRange(min = 1, max = 40) int longestChunk)
      throws IOException {
    byte[] body = ListAnswer.write(seed, hosts, spaces);

    feed(body, new Random(seed), longestChunk);

    assertThat(counter.plausible()).isTrue();
    assertThat(counter.hosts()).isEqualTo(jackson(body, false)).isEqualTo(hosts.size());
    assertThat(counter.healthy()).isEqualTo(jackson(body, true));
  }

  @Property(tries = 1000, seed = "1")
  void shouldDoubtTruncatedAnswers(
      @ForAll long seed, @ForAll @Size(min = 1, max = 4) List<Boolean> hosts) {
    byte[] body = ListAnswer.write(seed, hosts, false);
    int length = new Random(seed).nextInt(body.length);

    counter.reset();
    counter.add(body, 0, length);

    assertThat(counter.plausible() && counter.hosts() > hosts.size()).isFalse();
    assertThat(counter.plausible() && body[length - 1] != '}').isFalse();
  }

  @Property(tries = 1000, seed = "1")
  void shouldSurviveAnyBytes(@ForAll byte[] bytes, @ForAll long seed) {
    feed(bytes, new Random(seed), 7);
    assertThat(counter.hosts()).isZero();
  }

  private static void assertCounted(HostCounter counted, int hosts, int healthy) {
    assertThat(counted.plausible()).isTrue();
    assertThat(counted.hosts()).isEqualTo(hosts);
    assertThat(counted.healthy()).isEqualTo(healthy);
  }

  @Test
  void shouldCountAnAnswerOf141() {
    feed(NACOS_1_4_1);
    assertCounted(counter, 2, 1);
  }

  @Test
  void shouldCountAnAnswerOf224() {
    feed(NACOS_2_2_4.formatted(false));
    assertCounted(counter, 1, 1);
  }

  @Test
  void shouldCountAnAnswerOfHttpV3() {
    String body =
        "{\"code\":0,\"message\":\"\\\"data\\\"\",\"data\":[%s]}"
            .formatted(NACOS_2_2_4.replaceFirst(".*?\\[(.*)].*", "$1"));
    HostCounter ofData = HostCounter.ofData();
    for (byte b : body.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
      ofData.add(new byte[] {b}, 0, 1);
    }
    assertCounted(ofData, 1, 1);

    feed(body);
    assertThat(counter.plausible()).as("an answer of v1").isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {NACOS_1_4_1, NACOS_1_4_1 + "\n", " " + NACOS_1_4_1})
  void shouldCountAnAnswerInTwoPartsWhereverItIsSplit(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    for (int cut = 0; cut <= bytes.length; cut++) {
      counter.reset();
      counter.add(bytes, 0, cut);
      counter.add(Arrays.copyOfRange(bytes, cut, bytes.length), 0, bytes.length - cut);
      assertCounted(counter, 2, 1);
    }
  }

  @Test
  void shouldCountNoneHealthyWhenTheServerListsUnhealthyOnesAsHealthy() {
    feed(NACOS_2_2_4.formatted(true));
    assertCounted(counter, 1, 0);
  }

  @Test
  void shouldStartOverWhenReset() {
    feed(NACOS_1_4_1.substring(0, NACOS_1_4_1.indexOf("\"healthy") + 5));
    feed(NACOS_1_4_1);
    assertCounted(counter, 2, 1);
  }

  @Test
  void shouldCountNothingBeforeTheHosts() {
    feed("{\"metadata\":{\"healthy\":true},\"hosts\":[]}");
    assertCounted(counter, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "server is DOWN",
        "{\"status\":500,\"error\":\"Internal Server Error\"}",
        "{\"hosts\":\"none\"}",
        "{\"hosts\":[{\"ip\":\"198.18.0.0\"}]}",
        "{\"hosts\":[{\"healthy\":1}]}",
        "{\"hosts\":[{\"healthy\":true,\"metadata\":{\"healthy\":\"yes\"}}]}",
        "{\"hosts\":[],\"metadata\":{\"healthy\":true}}",
        "{\"hosts\":[{\"healthy\":true}],\"name\":\"",
      })
  void shouldDoubtUnusualAnswers(String body) {
    feed(body);
    assertThat(counter.plausible()).isFalse();
  }

  private void feed(String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    feed(bytes, new Random(1), bytes.length + 1);
  }

  private void feed(byte[] body, Random random, int longestChunk) {
    counter.reset();
    for (int at = 0; at < body.length; ) {
      int length = Math.min(body.length - at, 1 + random.nextInt(longestChunk));
      // An array of its own, since nothing before a part may be read.
      counter.add(Arrays.copyOfRange(body, at, at + length), 0, length);
      at += length;
    }
  }

  /** The hosts, or the healthy ones, of the top level's array. */
  private static int jackson(byte[] body, boolean healthyOnly) throws IOException {
    int count = 0;
    try (JsonParser hosts =
        new FilteringParserDelegate(
            new JsonFactory().createParser(body),
            new JsonPointerBasedFilter("/hosts"),
            TokenFilter.Inclusion.ONLY_INCLUDE_ALL,
            false)) {
      hosts.nextToken();
      while (hosts.nextToken() == JsonToken.START_OBJECT) {
        boolean healthy = false;
        while (hosts.nextToken() == JsonToken.FIELD_NAME) {
          boolean key = hosts.currentName().equals("healthy");
          boolean value = hosts.nextToken() == JsonToken.VALUE_TRUE;
          healthy |= key && value;
          hosts.skipChildren();
        }
        count += healthy || !healthyOnly ? 1 : 0;
      }
    }
    return count;
  }
}
