package dev.nacoscapacity.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.calibration.engines.EnginesPart;
import dev.nacoscapacity.calibration.gateway.GatewayLimits;
import dev.nacoscapacity.calibration.gateway.GatewayPart;
import dev.nacoscapacity.calibration.harness.Case;
import dev.nacoscapacity.calibration.harness.Part;
import dev.nacoscapacity.calibration.payload.PayloadPart;
import dev.nacoscapacity.calibration.proxy.ProxyPart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The published claims name cases and figures that there are. */
class PublishedClaimsTest {

  private static final Path HOME = Path.of("nowhere");

  private static List<Part> parts(boolean full) {
    return List.of(
        new EnginesPart(full, List.of(), HOME),
        new PayloadPart(full),
        new ProxyPart(full),
        new GatewayPart(full, new GatewayLimits(), HOME));
  }

  @Test
  void shouldNameCasesAndMetricsThatThereAre() throws IOException {
    Set<String> names = new HashSet<>();
    for (boolean full : new boolean[] {true, false}) {
      for (Part part : parts(full)) {
        String name = part.table().name();
        part.cases().forEach(each -> names.add(name + " " + each.setting()));
        part.table().metrics().forEach(metric -> names.add(name + " " + metric.key()));
      }
    }
    JsonNode claims = new ObjectMapper().readTree(Part.class.getResource("published-claims.json"));
    List<String> named = new ArrayList<>();
    for (JsonNode claim : claims) {
      String part = claim.get("part").asText() + " ";
      claim.get("cases").forEach(each -> named.add(part + each.asText()));
      claim.path("metrics").forEach(each -> named.add(part + each.asText()));
    }

    assertThat(named).isNotEmpty();
    // The study's tool is measured through Spring Cloud Gateway in the whole table only.
    named.remove("gateway Spring Cloud Gateway|on|300 × 2100|ab");
    assertThat(names).containsAll(named);
  }

  @Test
  void shouldTellEachCaseFromTheOthersWithAWordForEachDimension() {
    Stream.of(true, false)
        .flatMap(full -> parts(full).stream())
        .forEach(
            part -> {
              assertThat(part.cases()).extracting(Case::setting).doesNotHaveDuplicates();
              assertThat(part.cases())
                  .allMatch(each -> each.words().size() == part.table().dimensions().size());
            });
  }
}
