package dev.nacoscapacity.simulator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nacoscapacity.core.record.RunFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Live metrics of a run on a stand-in, as a monitoring system scrapes them. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class MetricsIT {

  private static final String SAID = "metrics: ";

  @TempDir private Path folder;

  @Test
  void shouldServeTheRunsFiguresWhileItGoesOn() throws Exception {
    Cli cli =
        Cli.start(
                ShortRuns.quick("embedded", folder.resolve("run"), "--prometheus 0 --duration 5s"))
            .untilSaid(SAID);
    URI url = URI.create(line(cli).substring(SAID.length()));
    assertThat(url.getHost()).isEqualTo("127.0.0.1");

    AtomicReference<String> scraped = new AtomicReference<>("");
    await()
        .atMost(Duration.ofSeconds(120))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> measured(url, scraped) || finished(cli));

    assertThat(scraped.get())
        .contains("nacos_capacity_fleet_instances 40.0")
        .contains("nacos_capacity_phase{phase=\"measure\"} 1.0")
        .contains("nacos_capacity_calls_ok_total{operation=\"beat\",protocol=\"\"}")
        .contains("nacos_capacity_call_service_seconds_count{operation=\"list\",protocol=\"\"}");
    assertThat(scraped.get().lines())
        .filteredOn(line -> line.startsWith("nacos_capacity_registry_healthy{"))
        .hasSize(5)
        .allMatch(line -> line.endsWith(" 40.0"));
    assertThat(cli.exitCode()).as(cli.err()).isZero();
    ShortRuns.assertPass(RunFolder.open(folder.resolve("run")).run(), cli.exitCode());
  }

  private static boolean measured(URI url, AtomicReference<String> scraped)
      throws InterruptedException {
    try {
      scraped.set(
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
              .body());
    } catch (IOException e) {
      return false;
    }
    return scraped.get().contains("phase=\"measure\"} 1.0");
  }

  private static boolean finished(Cli cli) {
    return cli.out().contains("exit code");
  }

  private static String line(Cli cli) {
    return cli.err().lines().filter(line -> line.startsWith(SAID)).findFirst().orElseThrow();
  }
}
