package dev.nacoscapacity.simulator.run;

import static dev.nacoscapacity.core.text.Arguments.with;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.stats.GatewayAnswer;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.simulator.auth.Tokens;
import dev.nacoscapacity.simulator.client.Call;
import dev.nacoscapacity.simulator.engine.DeregisterCall;
import dev.nacoscapacity.simulator.engine.ListCall;
import dev.nacoscapacity.simulator.engine.LoginCall;
import dev.nacoscapacity.simulator.engine.LoopObserver;
import dev.nacoscapacity.simulator.engine.RegisterCall;
import dev.nacoscapacity.simulator.engine.ScrapeCall;
import dev.nacoscapacity.simulator.engine.SweepCall;
import dev.nacoscapacity.simulator.verify.ExpectedState;
import dev.nacoscapacity.simulator.verify.IdentityScan;
import dev.nacoscapacity.simulator.verify.Listing;
import dev.nacoscapacity.simulator.verify.RegistryView;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Passes the answers that the event loops observe to the verification: the expected state, the view
 * of the registry, the tokens. Complete lists are parsed on another thread.
 */
public final class Observation implements LoopObserver {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ExpectedState expected;
  private final RegistryView view;
  private final Tokens tokens;
  private final Progress progress;
  private final LongSupplier clock;
  private final Executor parser;

  /** The beat interval that a server requested last, in ms; each event loop receives it. */
  private final AtomicInteger beatInterval = new AtomicInteger();

  /** Why figures of the nodes' machines are missing, once they are. */
  private final AtomicReference<Message> scrapeNote = new AtomicReference<>();

  /**
   * @param view compares what the registry lists with what it acknowledged
   * @param tokens of the clients
   * @param clock of the time stamps of calls, in nanoseconds
   * @param parser parses complete lists, which would take too long on an event loop
   */
  public Observation(
      RegistryView view, Tokens tokens, Progress progress, LongSupplier clock, Executor parser) {
    this.expected = view.expected();
    this.view = view;
    this.tokens = tokens;
    this.progress = progress;
    this.clock = clock;
    this.parser = parser;
  }

  /** A daemon thread that parses lists. */
  public static ExecutorService parser() {
    return Executors.newSingleThreadExecutor(new DefaultThreadFactory("identity-scan", true));
  }

  @Override
  public void registering(RegisterCall call) {
    if (call.transport != Transport.ANY) {
      expected.speaksHttp(call.actor, call.transport == Transport.HTTP);
    }
    if (expected.registering(call.actor)) {
      view.comesAgain(call.actor);
    }
  }

  @Override
  public void deregistering(DeregisterCall call) {
    expected.deregistering(call.actor);
  }

  @Override
  public void beatWritten(Call call) {
    expected.beatWritten(call.actor, call.startedAt, call.written);
  }

  @Override
  public void beatRefused(Call call) {
    expected.beatRefused(call.actor, call.written);
  }

  @Override
  public void acknowledged(int instance) {
    expected.beatWritten(instance, clock.getAsLong());
  }

  @Override
  public void unknownInstance(Call call) {
    // Behind a load balancer the node is not known; the answer is then counted at node 0.
    expected.unknownInstance(call.actor, isOfKnownNode(call) ? call.server : 0, call.answered);
  }

  /** Whether it is known which node answered; behind a load balancer it is not. */
  private boolean isOfKnownNode(Call call) {
    return call.server < view.nodes();
  }

  @Override
  public boolean listed(ListCall call) {
    if (!isOfKnownNode(call)) {
      return false;
    }
    view.listed(call.service, call.server, call.hosts, call.healthy, call.written);
    return view.wantsIdentity(call.service, call.server, call.answered);
  }

  @Override
  public void swept(SweepCall call) {
    if (!call.ok()) {
      return;
    }
    int service = call.service;
    int node = call.server;
    Listing listing = call.listing;
    long written = call.written;
    long answered = call.answered;
    parser.execute(() -> identify(service, node, listing, written, answered));
  }

  private void identify(int service, int node, Listing listing, long written, long answered) {
    Optional<IdentityScan> scan = IdentityScan.of(view.fleet(), service, listing);
    if (scan.isPresent()) {
      view.identified(service, node, scan.get(), written, answered);
    } else {
      view.notCounted(service, node);
    }
  }

  @Override
  public void registered(Call call) {
    expected.registered(call.actor, call.answered);
  }

  @Override
  public void disconnected(int instance) {
    expected.disconnected(instance, clock.getAsLong());
  }

  @Override
  public void vanished(int instance, boolean connected) {
    expected.vanished(instance, connected, clock.getAsLong());
  }

  @Override
  public void deregistered(Call call) {
    expected.deregistered(call.actor, call.answered);
  }

  @Override
  public void loggedIn(LoginCall call) {
    long now = call.answered;
    if (!call.ok()) {
      tokens.failed(call.actor, now);
      return;
    }
    try {
      JsonNode login = JSON.readTree(call.body);
      String token = login.path("accessToken").asText();
      if (token.isEmpty()) {
        tokens.failed(call.actor, now);
      } else {
        tokens.granted(call.actor, token, Duration.ofSeconds(login.path("tokenTtl").asLong()), now);
      }
    } catch (IOException e) {
      // The answer is not logged, since it may contain a token.
      tokens.failed(call.actor, now);
    }
  }

  @Override
  public void scraped(ScrapeCall call) {
    progress.scraped(call.server, new String(call.body, UTF_8));
  }

  @Override
  public void scrapesRefused(String failure) {
    Message note =
        Message.of(
            "note.unscraped",
            with("failure", failure)
                .and("path", Http.PROMETHEUS)
                .and("remedy", scrapeRemedy(failure)));
    if (scrapeNote.compareAndSet(null, note)) {
      progress.note(note);
    }
  }

  /** Notes for the reader of the record. */
  List<Message> notes() {
    return Stream.ofNullable(scrapeNote.get()).toList();
  }

  /** Code of what makes the metrics available. */
  private static String scrapeRemedy(String failure) {
    String status =
        // Gateways limit calls with either.
        failure.startsWith("http 503") && GatewayAnswer.refused(failure)
            ? "429"
            : failure.replaceFirst("^http (\\d{3}).*", "$1");
    return switch (status) {
      case "401", "403" -> "forbidden";
      case "404", "410" -> "absent";
      case "406" -> "notAcceptable";
      case "429" -> "limited";
      case "301", "302", "303", "307", "308" -> "redirected";
      case "500", "502", "503", "504" -> "broken";
      default -> "changed";
    };
  }

  @Override
  public void beatIntervalChanged(int millis) {
    if (beatInterval.getAndSet(millis) != millis) {
      progress.note(Message.of("note.beatInterval", with("millis", Integer.toString(millis))));
    }
  }
}
