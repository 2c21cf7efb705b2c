package dev.nacoscapacity.simulator.metrics;

import dev.nacoscapacity.cluster.dilation.ClusterClock;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.data.SummaryData;
import io.opentelemetry.sdk.metrics.data.SummaryPointData;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What a registry holds as OpenTelemetry's data, under the names that are scraped. Its times are
 * the wall's, in which a monitoring system lives; what it counts stays in the run's.
 *
 * @param began when counters were 0, by the wall
 */
record PushedMetrics(PrometheusRegistry registry, Supplier<Instant> began)
    implements MetricProducer {

  private static final InstrumentationScopeInfo SCOPE =
      InstrumentationScopeInfo.create("nacos-capacity");
  private static final AggregationTemporality SINCE_BEGINNING = AggregationTemporality.CUMULATIVE;

  @Override
  public Collection<MetricData> produce(Resource resource) {
    Points points = new Points(nanos(began.get()), nanos(ClusterClock.wallNow()));
    return registry.scrape().stream()
        .filter(snapshot -> !snapshot.getDataPoints().isEmpty())
        .map(snapshot -> metric(resource, snapshot, points))
        .toList();
  }

  private static MetricData metric(Resource resource, MetricSnapshot snapshot, Points points) {
    if (snapshot instanceof CounterSnapshot counter) {
      return new Metric(
          resource,
          snapshot.getMetadata().getPrometheusName() + "_total",
          snapshot.getMetadata().getHelp(),
          MetricDataType.DOUBLE_SUM,
          SumData.createDoubleSumData(
              true,
              SINCE_BEGINNING,
              points.of(
                  counter.getDataPoints(), CounterSnapshot.CounterDataPointSnapshot::getValue)));
    }
    if (snapshot instanceof GaugeSnapshot gauge) {
      return metric(
          resource,
          snapshot,
          MetricDataType.DOUBLE_GAUGE,
          GaugeData.createDoubleGaugeData(
              points.of(gauge.getDataPoints(), GaugeSnapshot.GaugeDataPointSnapshot::getValue)));
    }
    if (snapshot instanceof HistogramSnapshot histogram) {
      return metric(
          resource,
          snapshot,
          MetricDataType.HISTOGRAM,
          HistogramData.create(
              SINCE_BEGINNING, histogram.getDataPoints().stream().map(points::of).toList()));
    }
    if (snapshot instanceof SummarySnapshot summary) {
      return metric(
          resource,
          snapshot,
          MetricDataType.SUMMARY,
          SummaryData.create(summary.getDataPoints().stream().map(points::of).toList()));
    }
    throw new IllegalArgumentException("no counterpart of " + snapshot.getClass());
  }

  private static MetricData metric(
      Resource resource, MetricSnapshot snapshot, MetricDataType type, Data<?> data) {
    return new Metric(
        resource,
        snapshot.getMetadata().getPrometheusName(),
        snapshot.getMetadata().getHelp(),
        type,
        data);
  }

  private static long nanos(Instant instant) {
    return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
  }

  private record Points(long began, long now) {

    private <T extends DataPointSnapshot> List<DoublePointData> of(
        List<T> points, Function<T, Double> value) {
      return points.stream()
          .map(
              point ->
                  DoublePointData.create(
                      began, now, attributes(point), value.apply(point), List.of()))
          .toList();
    }

    private HistogramPointData of(HistogramSnapshot.HistogramDataPointSnapshot point) {
      ClassicHistogramBuckets buckets = point.getClassicBuckets();
      return HistogramPointData.create(
          began,
          now,
          attributes(point),
          point.getSum(),
          false,
          0,
          false,
          0,
          // The last bound is infinite, which goes without saying here.
          IntStream.range(0, buckets.size() - 1).mapToObj(buckets::getUpperBound).toList(),
          IntStream.range(0, buckets.size()).mapToObj(buckets::getCount).toList());
    }

    private SummaryPointData of(SummarySnapshot.SummaryDataPointSnapshot point) {
      return SummaryPointData.create(
          began, now, attributes(point), point.getCount(), point.getSum(), List.of());
    }

    /** An empty label is none. */
    private static Attributes attributes(DataPointSnapshot point) {
      AttributesBuilder attributes = Attributes.builder();
      point.getLabels().stream()
          .filter(label -> !label.getValue().isEmpty())
          .forEach((Label label) -> attributes.put(label.getName(), label.getValue()));
      return attributes.build();
    }
  }

  private record Metric(
      Resource resource, String name, String help, MetricDataType type, Data<?> data)
      implements MetricData {

    @Override
    public Resource getResource() {
      return resource;
    }

    @Override
    public InstrumentationScopeInfo getInstrumentationScopeInfo() {
      return SCOPE;
    }

    @Override
    public String getName() {
      return name;
    }

    @Override
    public String getDescription() {
      return help;
    }

    @Override
    public String getUnit() {
      return "";
    }

    @Override
    public MetricDataType getType() {
      return type;
    }

    @Override
    public Data<?> getData() {
      return data;
    }
  }
}
