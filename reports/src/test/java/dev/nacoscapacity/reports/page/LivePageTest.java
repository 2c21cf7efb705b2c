package dev.nacoscapacity.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nacoscapacity.core.Runs;
import dev.nacoscapacity.core.text.Language;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LivePageTest {

  @TempDir Path parent;

  private LivePage page;

  @BeforeEach
  void open() throws IOException {
    // By a clock that stands still nothing new is to be had, however slow the machine is.
    page = LivePage.open(0, Language.ENGLISH, () -> 0);
  }

  @AfterEach
  void close() {
    page.close();
  }

  @Test
  void shouldSayThatTheRunHasNotBegun() throws IOException {
    assertThat(body("")).contains("has not begun");
    page.show(parent.resolve("run"));
    assertThat(body("")).contains("has not begun");
  }

  @Test
  void shouldFollowTheRunAndBecomeItsReport() throws IOException {
    Path folder = new SampleRun(Runs.good(), 5).abandon(parent.resolve("run"));
    page.show(folder);

    assertThat(body("")).contains("connect-src &#39;self&#39;").contains("\"live\":1");
    assertThat(body("data?have=0")).contains("\"run\":{").contains("\"live\":1");
    assertThat(get("data?have=1").getResponseCode()).as("nothing new").isEqualTo(204);

    ReportPage.write(folder, Language.ENGLISH);
    Thread ending = new Thread(() -> page.over(1));
    ending.start();
    while (!body("data?have=1").contains("over")) {
      Thread.onSpinWait();
    }
    assertThat(body("")).contains("No verdict").doesNotContain("connect-src");
    assertThat(ending).satisfies(Thread::join);
  }

  /** Of a browser that has been closed; a thousandth of ten seconds is ten by the wall. */
  @Test
  @Timeout(5)
  void shouldWaitForAnOpenPageByTheClockOfItsBrowser() throws IOException {
    page.show(new SampleRun(Runs.good(), 5).abandon(parent.resolve("run")));
    assertThat(body("")).contains("\"live\":1");

    page.over(1_000);

    assertThat(body("data?have=1")).isEqualTo("{\"over\":true}");
  }

  @Test
  void shouldMoveOnToTheNextRunOnceItHasBegun() throws IOException {
    page.show(new SampleRun(Runs.good(), 5).abandon(parent.resolve("first")));
    assertThat(body("")).contains("\"live\":1");

    page.show(parent.resolve("second"));
    assertThat(get("data?have=1").getResponseCode()).as("not begun yet").isEqualTo(204);
    new SampleRun(Runs.good(), 5).abandon(parent.resolve("second"));

    assertThat(body("data?have=1")).isEqualTo("{\"over\":true}");
    assertThat(body("")).contains("\"live\":2");
    assertThat(get("data?have=2").getResponseCode()).as("nothing new").isEqualTo(204);
  }

  @Test
  void shouldRefuseRequestsForOtherHosts() throws IOException {
    URI url = URI.create(page.url());
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains(" 421 ");
    }
  }

  private String body(String path) throws IOException {
    HttpURLConnection connection = get(path);
    return new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private HttpURLConnection get(String path) throws IOException {
    return (HttpURLConnection) URI.create(page.url() + path).toURL().openConnection();
  }
}
