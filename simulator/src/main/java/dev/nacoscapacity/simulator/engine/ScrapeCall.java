package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.cluster.protocol.Http;
import dev.nacoscapacity.core.stats.Operation;
import dev.nacoscapacity.core.stats.Transport;
import dev.nacoscapacity.simulator.client.Answer;
import dev.nacoscapacity.simulator.client.HttpAnswer;
import dev.nacoscapacity.simulator.client.HttpParts;
import dev.nacoscapacity.simulator.engine.PeriodicCalls.Rhythm;
import java.util.regex.Pattern;

/** A read of a node's metrics, as a monitoring system does. */
public final class ScrapeCall extends FleetCall {

  private static final Kind KIND = Kind.overHttp(Operation.SCRAPE);

  private static final String CUT = "answer cut off";

  /** Reasons of failure that say who answered, and with what. */
  private static final Pattern ANSWERED =
      Pattern.compile("http \\d.*|unexpected answer|compressed answer|" + CUT);

  /** Such ones that may pass: a limit of calls, an error of the server, a part of an answer. */
  private static final Pattern PASSING = Pattern.compile("http (429|5\\d\\d).*|" + CUT);

  /** The metrics in the response, in Prometheus's text format. */
  public byte[] body;

  public ScrapeCall() {
    super(KIND);
  }

  @Override
  public void begin(int actor, int service, long due, long startedAt) {
    super.begin(actor, service, due, startedAt);
    body = new byte[0];
  }

  /** Scrapes of each node, by one event loop. */
  static void offer(OfferedLoad load) {
    int nodes = load.settings.nodes();
    Slice slice = load.loop.slice;
    Rhythm rhythm =
        load.rhythm(
            Operation.SCRAPE, load.settings.workload().timing().scrape().toNanos(), each -> null);
    load.offer(
        nodes,
        rhythm,
        () ->
            new PeriodicCalls<ScrapeCall>(slice, ScrapeCall::new, Transport.ANY, nodes, 1, rhythm) {
              @Override
              boolean areOfInstances() {
                return false;
              }

              @Override
              boolean takesPart(int node, long due) {
                return true;
              }

              @Override
              void begin(ScrapeCall call, int node, long due, long now) {
                call.begin(node, 0, due, now);
                call.prescribedServer = node;
              }
            });
  }

  @Override
  public String v1(HttpParts parts) {
    return "GET " + parts.path(Http.PROMETHEUS) + parts.headers().scrape(server);
  }

  @Override
  public String v3(HttpParts parts) {
    return v1(parts);
  }

  /** Each line of Prometheus's text format ends with a line feed, the last one too. */
  @Override
  public String v1(HttpAnswer answer) {
    String text = answer.text();
    if (text.isEmpty() || text.startsWith("<") || text.startsWith("{") || answer.isDown()) {
      return answer.expect(false);
    }
    return text.endsWith("\n") ? null : CUT;
  }

  @Override
  public String v3(HttpAnswer answer) {
    return v1(answer);
  }

  @Override
  public void take(Answer answer) {
    body = answer.body();
  }

  /** A node that has no metrics for us is not asked again. */
  @Override
  void react(FleetLoop loop) {
    if (ok()) {
      loop.observer.scraped(this);
    } else if (ANSWERED.matcher(failure).matches()) {
      loop.observer.scrapesRefused(failure);
      if (!PASSING.matcher(failure).matches()) {
        periodic.ifPresent(scrapes -> scrapes.stop(scheduledActor));
      }
    }
  }
}
