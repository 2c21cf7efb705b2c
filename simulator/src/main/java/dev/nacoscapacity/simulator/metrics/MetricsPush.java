package dev.nacoscapacity.simulator.metrics;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import java.io.Closeable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pushes metrics by OTLP to where OpenTelemetry's standard variables say, every 5 s unless they say
 * otherwise, and once more when it is closed. What cannot be pushed is left out; the first failure
 * is passed on.
 */
final class MetricsPush implements Closeable {

  private static final List<String> ENDPOINTS =
      List.of("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT");

  private static final List<String> HEADERS =
      List.of("OTEL_EXPORTER_OTLP_METRICS_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS");

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "otel.exporter.otlp.protocol",
          "http/protobuf",
          "otel.metric.export.interval",
          "5000",
          // The next push makes good a failed one, and none holds up the end of a run.
          "otel.java.exporter.otlp.retry.disabled",
          "true");

  /** An environment that was written for others may name parts that only traces need. */
  private static final Map<String, String> METRICS_ONLY =
      Map.of(
          "otel.traces.exporter",
          "none",
          "otel.logs.exporter",
          "none",
          "otel.propagators",
          "none",
          "otel.traces.sampler",
          "always_off");

  private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
  private static final AttributeKey<String> INSTANCE =
      AttributeKey.stringKey("service.instance.id");
  private static final String UNNAMED = "unknown_service";

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int LONGEST = 200;

  /** Of a URL: user and password, the query, and the fragment. */
  private static final Pattern CREDENTIALS = Pattern.compile("(?<=//)[^/?#]+(?=@)|(?<=[?#])[^#]+");

  /** A shorter part of a value is no secret, and stands in many a word. */
  private static final int SHORTEST_PART = 4;

  // A field, since a logger that nobody holds forgets its settings.
  private final Logger log = Logger.getLogger("io.opentelemetry");
  private final Handler failures;
  private final OpenTelemetrySdk sdk;

  /**
   * Begins to push.
   *
   * @param environment with an {@link #endpoint}
   * @param onFailure receives the first failure, on one line without secrets
   * @throws RuntimeException when the variables make no exporter
   */
  MetricsPush(MetricProducer metrics, Map<String, String> environment, Consumer<String> onFailure) {
    this.failures = new FirstFailure(message -> onFailure.accept(printable(message, environment)));
    log.setUseParentHandlers(false);
    log.addHandler(failures);
    try {
      sdk = start(metrics, environment);
    } catch (RuntimeException e) {
      restoreLog();
      throw e;
    }
  }

  private static OpenTelemetrySdk start(MetricProducer metrics, Map<String, String> environment) {
    return AutoConfiguredOpenTelemetrySdk.builder()
        .disableShutdownHook()
        .addPropertiesSupplier(() -> DEFAULTS)
        .addPropertiesCustomizer(
            config -> {
              Map<String, String> properties = properties(environment);
              properties.putAll(METRICS_ONLY);
              return properties;
            })
        .addResourceCustomizer((resource, config) -> named(resource))
        .addMeterProviderCustomizer((provider, config) -> provider.registerMetricProducer(metrics))
        .build()
        .getOpenTelemetrySdk();
  }

  /** Where the variables say that metrics go, without credentials; empty where they do not. */
  static Optional<String> endpoint(Map<String, String> environment) {
    return ENDPOINTS.stream()
        .map(environment::get)
        .filter(endpoint -> endpoint != null && !endpoint.isBlank())
        .map(endpoint -> endpoint.replaceFirst("//[^/?#]*@", "//").replaceFirst("[?#].*", ""))
        .findFirst();
  }

  private static Map<String, String> properties(Map<String, String> environment) {
    return environment.entrySet().stream()
        .filter(variable -> variable.getKey().startsWith("OTEL_"))
        .collect(
            Collectors.toMap(
                variable -> variable.getKey().toLowerCase(Locale.ROOT).replace('_', '.'),
                Map.Entry::getValue));
  }

  /** Two generators that push to one place have to differ. */
  private static Resource named(Resource resource) {
    Resource named =
        Resource.builder()
            .put(INSTANCE, ManagementFactory.getRuntimeMXBean().getName())
            .build()
            .merge(resource);
    return String.valueOf(named.getAttribute(SERVICE)).startsWith(UNNAMED)
        ? named.merge(Resource.builder().put(SERVICE, "nacos-capacity").build())
        : named;
  }

  /** A message of the exporter on one line, without what must not be printed. */
  static String printable(String message, Map<String, String> environment) {
    String text = message.lines().findFirst().orElse("");
    for (String secret : secrets(environment)) {
      text = text.replace(secret, "…");
    }
    return text.substring(0, Math.min(text.length(), LONGEST));
  }

  /** The longest first, since one may be part of another. */
  private static List<String> secrets(Map<String, String> environment) {
    Stream<String> ofEndpoints =
        values(ENDPOINTS, environment)
            .flatMap(endpoint -> CREDENTIALS.matcher(endpoint).results().map(MatchResult::group));
    return Stream.concat(values(HEADERS, environment), ofEndpoints)
        .filter(value -> !value.isBlank())
        .flatMap(value -> Stream.concat(Stream.of(value), parts(value)))
        .sorted(Comparator.comparingInt(String::length).reversed())
        .toList();
  }

  private static Stream<String> parts(String value) {
    return Stream.of(value.split("[,=:&]")).filter(part -> part.length() >= SHORTEST_PART);
  }

  private static Stream<String> values(List<String> variables, Map<String, String> environment) {
    return variables.stream().map(environment::get).filter(Objects::nonNull);
  }

  /** Pushes what there is now, and waits 2 s at most until it has arrived. */
  void flush() {
    sdk.getSdkMeterProvider().forceFlush().join(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Pushes what there is, and waits 2 s at most until that has arrived and all has ended. */
  @Override
  public void close() {
    // On a thread of its own, as it waits for an endpoint that does not answer, up to 20 s.
    Thread end =
        new Thread(
            () -> {
              sdk.close();
              restoreLog();
            },
            "metrics-push-end");
    end.setDaemon(true);
    end.start();
    try {
      end.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void restoreLog() {
    log.removeHandler(failures);
    // The last one does: another may still wait for its endpoint.
    if (Stream.of(log.getHandlers()).noneMatch(FirstFailure.class::isInstance)) {
      log.setUseParentHandlers(true);
    }
  }

  private static final class FirstFailure extends Handler {
    private final AtomicBoolean seen = new AtomicBoolean();
    private final Consumer<String> receiver;

    private FirstFailure(Consumer<String> receiver) {
      this.receiver = receiver;
      setLevel(Level.WARNING);
    }

    @Override
    public void publish(LogRecord line) {
      if (isLoggable(line) && !seen.getAndSet(true)) {
        receiver.accept(line.getMessage());
      }
    }

    @Override
    public void flush() {
      // Nothing is kept.
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
