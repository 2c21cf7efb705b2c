package dev.nacoscapacity.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.nacoscapacity.core.stats.Operation;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class BenchRequestTest {

  private static final BenchRequest REQUEST =
      BenchRequest.parse(
          List.of("PUT /beat?a=1&b=%22x HTTP/1.1", "Host: 127.0.0.1:1", "Accept: */*; q=\"0.2\""));

  @Test
  void shouldTakeARequestApart() {
    assertThat(REQUEST.method()).isEqualTo("PUT");
    assertThat(REQUEST.target()).isEqualTo("/beat?a=1&b=%22x");
    assertThat(REQUEST.headers())
        .containsExactly(entry("Host", "127.0.0.1:1"), entry("Accept", "*/*; q=\"0.2\""));
  }

  @Test
  void shouldQuoteWhatALuaStringNeedsQuoted() {
    assertThat(REQUEST.toWrkScript())
        .isEqualTo(
            """
            wrk.method = "PUT"
            wrk.path = "/beat?a=1&b=%22x"
            wrk.headers["Host"] = "127.0.0.1:1"
            wrk.headers["Accept"] = "*/*; q=\\"0.2\\""
            """);
  }

  @Test
  void shouldBeAWellFormedJmeterPlan() throws Exception {
    String plan = BenchRequest.toJmeterPlan(List.of(REQUEST, REQUEST));

    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(plan)));
    assertThat(document.getDocumentElement().getTextContent())
        .contains("/beat?a=1&b=%22x", "*/*; q=\"0.2\"")
        .doesNotContain("Host");
    assertThat(document.getElementsByTagName("HTTPSamplerProxy").getLength()).isEqualTo(2);
  }

  @Test
  void shouldLeaveHostToTheToolThatWritesItItself() {
    assertThat(REQUEST.toVegetaTarget())
        .isEqualTo("PUT http://127.0.0.1:1/beat?a=1&b=%22x\nAccept: */*; q=\"0.2\"\n");
    assertThat(REQUEST.toK6Statement())
        .isEqualTo(
            "http.request(\"PUT\", \"http://127.0.0.1:1/beat?a=1&b=%22x\", null,"
                + " {headers: {\"Accept\": \"*/*; q=\\\"0.2\\\"\", }});");
  }

  @Test
  void shouldCaptureALightBeatAsTheFleetSendsIt() throws IOException {
    BenchRequest beat = BenchRequest.of(Operation.BEAT, 8848);

    assertThat(beat.method()).isEqualTo("PUT");
    assertThat(beat.target()).startsWith("/nacos/v1/ns/instance/beat?").doesNotContain("beat=");
    assertThat(beat.headers())
        .containsEntry("Host", "127.0.0.1:8848")
        .containsEntry("User-Agent", "Nacos-Java-Client:v1.4.2");
  }
}
