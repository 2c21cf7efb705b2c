package dev.nacoscapacity.reports.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.nacoscapacity.reports.compare.Comparison;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/** Runs beside each other as a page that opens from disk, without a network. */
public final class ComparePage {

  private static final TemplateEngine TEMPLATES =
      TemplateEngine.createPrecompiled(
          null,
          ContentType.Html,
          ComparePage.class.getClassLoader(),
          ComparePage.class.getPackageName());

  private ComparePage() {}

  /**
   * Makes the page.
   *
   * @throws dev.nacoscapacity.reports.record.RecordException when a run's files are damaged
   */
  public static byte[] html(Comparison comparison) {
    StringOutput html = new StringOutput();
    TEMPLATES.render("compare.jte", new CompareModel(comparison, CompareData.of(comparison)), html);
    return html.toString().getBytes(UTF_8);
  }
}
