package dev.nacoscapacity.cluster.standin.peers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.standin.config.ConfigChange;
import dev.nacoscapacity.cluster.standin.registry.PeerCall;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PeerJsonTest {

  private static final String SERVICE = "{'namespace':'public','name':'DEFAULT_GROUP@@orders'}";
  private static final String KEY = "{'ip':'198.18.0.1','port':80,'cluster':'DEFAULT'}";
  private static final String SPEC =
      "{'key':%s,'instanceId':'id','weight':1.5,'enabled':true,'ephemeral':false,'metadata':{'a':'b'}}"
          .formatted(KEY);
  private static final String DATUM =
      "{'service':%s,'origin':{'member':-1,'epoch':-9007199254740993}}".formatted(SERVICE);
  private static final String COPY =
      "{'datum':%s,'instances':[{'spec':%s,'lastBeat':7,'healthy':true}]}".formatted(DATUM, SPEC);
  private static final String SNAPSHOT = "[%s]".formatted(COPY);
  private static final String BEAT =
      "{'@type':'Writes$Beat','service':%s,'instance':%s,'full':null}".formatted(SERVICE, KEY);

  /** Each call, and what it is answered with. */
  private static final Map<String, String> CALLS =
      Map.of(
          BEAT,
          "5000",
          "{'@type':'Writes$Register','service':%s,'spec':%s,'healthy':true}"
              .formatted(SERVICE, SPEC),
          "true",
          "{'@type':'Writes$Deregister','service':%s,'instance':%s}".formatted(SERVICE, KEY),
          "true",
          "{'@type':'Writes$ForwardedWrite','groupedName':'g','write':%s}".formatted(BEAT),
          "{'taken':true,'answer':5000}",
          "{'@type':'DistroSync$Sync','copy':%s}".formatted(COPY),
          "true",
          ("{'@type':'DistroVerify$Verify','from':{'member':1,'epoch':3},"
                  + "'checksums':[{'datum':%s,'checksum':-9007199254740993}]}")
              .formatted(DATUM),
          "true",
          "{'@type':'DistroVerify$Query','data':[%s]}".formatted(DATUM),
          SNAPSHOT,
          "{'@type':'SnapshotLoad$QueryAll'}",
          SNAPSHOT,
          "{'@type':'MemberReport$Alive','member':2}",
          "true");

  private static final String CHANGE =
      "{'key':{'dataId':'d','group':'g','tenant':''},"
          + "'config':{'content':'c','type':'text','md5':'m','modifiedMillis':5}}";

  static List<Map.Entry<String, String>> calls() {
    return List.copyOf(CALLS.entrySet());
  }

  @Test
  void shouldKnowASampleOfEveryCall() {
    assertThat(Arrays.stream(PeerCall.class.getPermittedSubclasses()).map(Class::getName))
        .hasSize(CALLS.size())
        .allSatisfy(
            name ->
                assertThat(CALLS.keySet())
                    .anySatisfy(
                        call ->
                            assertThat(call)
                                .startsWith("{'@type':'" + name.replaceFirst(".*\\.", "") + "'")));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void shouldTravelUnchangedWhenACallAboutNamingIsAnswered(Map.Entry<String, String> sample)
      throws IOException {
    PeerCall<?> call = read(sample.getKey(), PeerJson.CALL);

    assertThat(written(call)).isEqualTo(tree(sample.getKey()));
    Object answer = read(sample.getValue(), PeerJson.answerTo(call));
    assertThat(written(answer)).isEqualTo(tree(sample.getValue()));
  }

  @Test
  void shouldAnswerANumberAsALongWhenABeatWasForwarded() throws IOException {
    PeerCall<?> beat = read(BEAT, PeerJson.CALL);

    assertThat((Object) read("5000", PeerJson.answerTo(beat))).isEqualTo(5000L);
  }

  @Test
  void shouldTravelUnchangedWhenItIsAConfiguration() throws IOException {
    Object change = read(CHANGE, PeerJson.type(ConfigChange.class));

    assertThat(written(change)).isEqualTo(tree(CHANGE));
  }

  @Test
  void shouldRefuseAClassWhenItIsNoCall() {
    assertThatThrownBy(() -> read("{'@type':'java.util.ArrayList'}", PeerJson.CALL))
        .hasCauseInstanceOf(JsonProcessingException.class);
  }

  private static <T> T read(String json, JavaType type) {
    return PeerJson.read(json.replace('\'', '"').getBytes(UTF_8), type);
  }

  private static JsonNode written(Object content) throws IOException {
    return new ObjectMapper().readTree(PeerJson.write(content));
  }

  private static JsonNode tree(String json) throws IOException {
    return new ObjectMapper().readTree(json.replace('\'', '"'));
  }
}
