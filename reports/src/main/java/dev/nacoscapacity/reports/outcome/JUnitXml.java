package dev.nacoscapacity.reports.outcome;

import dev.nacoscapacity.core.record.RunRecord;
import dev.nacoscapacity.core.text.Language;
import dev.nacoscapacity.core.text.NumberText;
import dev.nacoscapacity.core.verdict.Reason;
import dev.nacoscapacity.core.verdict.Status;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Results in JUnit's XML format, which CI systems show: a suite for each folder, a test case for
 * each run. A failed run is a failure, an inconclusive run is an error, as are runs that were
 * planned and not made, and a run whose verdict does not count is skipped.
 */
public final class JUnitXml {

  /** Characters that XML 1.0 cannot contain. */
  private static final String UNWRITABLE =
      "[^\\t\\n\\r\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]";

  private JUnitXml() {}

  /**
   * A test case.
   *
   * @param failed whether it is a failure
   * @param unsure whether it is an error
   * @param skipped whether it is skipped
   * @param message the reason; empty for a pass
   * @param details further lines
   */
  public record Case(
      String name,
      double seconds,
      boolean failed,
      boolean unsure,
      boolean skipped,
      String message,
      List<String> details) {

    static Case of(Outcome outcome) {
      Status status = outcome.status();
      boolean skipped = outcome.superseded();
      return new Case(
          outcome.name(),
          outcome.run().durationSeconds(),
          !skipped && status == Status.FAIL,
          !skipped && status == Status.INCONCLUSIVE,
          skipped,
          (skipped ? "Another row of the round passes. " : "") + outcome.why(Language.ENGLISH),
          details(outcome));
    }

    /**
     * Stands for the runs that a plan or an experiment never made, so that its suite shows them.
     */
    private static Case unfinished() {
      String why = Language.ENGLISH.say("outcome.unfinished");
      return new Case("unfinished", 0, false, true, false, why, List.of());
    }

    private static List<String> details(Outcome outcome) {
      RunRecord run = outcome.run();
      List<String> lines = new ArrayList<>();
      run.target().stamp().ifPresent(stamp -> lines.add(stamp.text()));
      outcome.reasons().stream().map(Reason::text).forEach(lines::add);
      outcome.help().ifPresent(help -> lines.add(help.text()));
      outcome
          .bounds()
          .forEach(
              bound ->
                  lines.add(
                      "%s: %s %s (%s)"
                          .formatted(
                              bound.state(),
                              bound.label().text(),
                              bound.measuredText(),
                              bound.boundText())));
      return lines;
    }
  }

  private record Suite(String name, List<Case> cases) {}

  /** The XML of several folders of runs, plans and experiments. */
  public static String of(List<Outcomes> suites) {
    return write(suites.stream().map(each -> new Suite(each.name(), cases(each))).toList());
  }

  private static List<Case> cases(Outcomes suite) {
    Stream<Case> made = suite.all().stream().map(Case::of);
    return suite.whole()
        ? made.toList()
        : Stream.concat(made, Stream.of(Case.unfinished())).toList();
  }

  /** The XML of one suite of test cases. */
  public static String of(String suite, List<Case> cases) {
    return write(List.of(new Suite(suite, cases)));
  }

  private static String write(List<Suite> suites) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      line(xml, "");
      xml.writeStartElement("testsuites");
      counts(xml, suites.stream().flatMap(suite -> suite.cases.stream()).toList());
      for (Suite suite : suites) {
        line(xml, "  ");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", plain(suite.name));
        counts(xml, suite.cases);
        for (Case each : suite.cases) {
          line(xml, "    ");
          write(xml, suite.name, each);
        }
        line(xml, "  ");
        xml.writeEndElement();
      }
      line(xml, "");
      xml.writeEndElement();
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("memory takes all that is written", e);
    }
    return text + "\n";
  }

  private static void counts(XMLStreamWriter xml, List<Case> cases) throws XMLStreamException {
    xml.writeAttribute("tests", Integer.toString(cases.size()));
    xml.writeAttribute("failures", Long.toString(cases.stream().filter(Case::failed).count()));
    xml.writeAttribute("errors", Long.toString(cases.stream().filter(Case::unsure).count()));
    xml.writeAttribute("skipped", Long.toString(cases.stream().filter(Case::skipped).count()));
    xml.writeAttribute("time", seconds(cases.stream().mapToDouble(Case::seconds).sum()));
  }

  private static void write(XMLStreamWriter xml, String suite, Case each)
      throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", plain(suite));
    xml.writeAttribute("name", plain(each.name()));
    xml.writeAttribute("time", seconds(each.seconds()));
    String details = each.details().stream().collect(Collectors.joining("\n", "\n", "\n"));
    String problem =
        each.failed() ? "failure" : each.unsure() ? "error" : each.skipped() ? "skipped" : null;
    xml.writeStartElement(problem == null ? "system-out" : problem);
    if (problem != null) {
      xml.writeAttribute("message", plain(each.message()));
    }
    xml.writeCharacters(plain(details));
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private static void line(XMLStreamWriter xml, String indent) throws XMLStreamException {
    xml.writeCharacters("\n" + indent);
  }

  private static String seconds(double seconds) {
    return NumberText.of("%.3f", seconds);
  }

  private static String plain(String text) {
    return text.replaceAll(UNWRITABLE, "?");
  }
}
