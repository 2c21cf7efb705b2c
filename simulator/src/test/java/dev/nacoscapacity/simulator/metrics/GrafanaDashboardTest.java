package dev.nacoscapacity.simulator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.record.Event;
import dev.nacoscapacity.core.record.ServerRow;
import dev.nacoscapacity.core.record.ServerRowBuilder;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.RegistryCount;
import dev.nacoscapacity.core.stats.RunStats;
import dev.nacoscapacity.simulator.engine.Seconds;
import dev.nacoscapacity.simulator.run.RunSecond;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dashboard and docs name what is served, and nothing else. */
class GrafanaDashboardTest {

  private static final Pattern METRIC = Pattern.compile("\\b(?:nacos_capacity|jvm|process)_\\w+");

  private final JsonNode dashboard = read(new File("../deploy/helm/nacos-capacity/grafana.json"));

  @Test
  void shouldNameOnlyMetricsThatAreServed() {
    Set<String> named = named(dashboard);

    assertThat(named).hasSizeGreaterThan(20);
    assertThat(served()).containsAll(named);
  }

  @Test
  void shouldLeaveTheDataSourceToWhoeverImportsIt() {
    assertThat(dashboard.findValues("datasource"))
        .isNotEmpty()
        .allMatch(source -> source.path("uid").asText().equals("${datasource}"));
    assertThat(dashboard.path("id").isNull()).isTrue();
  }

  @Test
  void shouldNotOverlapPanels() {
    Set<String> cells = new TreeSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      JsonNode place = panel.path("gridPos");
      for (int x = 0; x < place.path("w").asInt(); x++) {
        for (int y = 0; y < place.path("h").asInt(); y++) {
          String cell = (place.path("x").asInt() + x) + "," + (place.path("y").asInt() + y);
          assertThat(cells.add(cell)).as(panel.path("title").asText()).isTrue();
        }
      }
      assertThat(place.path("x").asInt() + place.path("w").asInt()).isLessThanOrEqualTo(24);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../docs/how-to/watching-a-run.md", "../docs/zh-CN/how-to/watching-a-run.md"})
  void shouldDocumentEverythingThatIsServed(String page) throws IOException {
    String text = Files.readString(Path.of(page));

    Set<String> families =
        served().stream()
            .map(name -> name.replaceAll("_(bucket|sum|count)$", ""))
            .collect(Collectors.toSet());
    assertThat(families)
        .filteredOn(name -> name.startsWith("nacos_capacity_"))
        .allMatch(name -> text.contains("`" + name + "`"));
    families.addAll(served());
    assertThat(families).containsAll(named(text));
  }

  private static Set<String> named(String text) {
    return METRIC.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }

  private static Set<String> named(JsonNode dashboard) {
    Set<String> names = new TreeSet<>();
    for (String field : List.of("expr", "query", "definition")) {
      for (JsonNode query : dashboard.findValues(field)) {
        names.addAll(named(query.isTextual() ? query.asText() : query.toString()));
      }
    }
    return names;
  }

  private static Set<String> served() {
    PrometheusRegistry registry = new PrometheusRegistry();
    SessionMetrics.results(registry).labelValues("01-200", "PASS").set(200);
    LiveMetrics metrics = new LiveMetrics(registry, "02-400", 1, Map.of());
    metrics.server(
        ServerRowBuilder.builder()
            .node("node1")
            .cpu(new ServerRow.Cpu(1.0, 1.0, 1))
            .jvm(new ServerRow.Jvm(1L, 1L, null, null))
            .connections(1)
            .build());
    metrics.phase("measure", Duration.ofSeconds(60));
    metrics.event(Event.FAULT, Map.of("fault", "kill-node", "node", "node1"));
    RunStats stats = new Seconds("node1").calls(1, Operation.BEAT, 3, "timed out").stats();
    for (RegistryCount figure : RegistryCount.values()) {
      stats.node(0).set(figure, 1L);
    }
    metrics.second(new RunSecond(1, "measure", 10, 1, 1, 1, stats));
    return Scraped.lines(registry).stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[{ ]")[0])
        .collect(Collectors.toSet());
  }

  private static JsonNode read(File file) {
    try {
      return new ObjectMapper().readTree(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
