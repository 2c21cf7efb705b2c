package dev.nacoscapacity.reports.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/** Fills in the templates, which were compiled with this package. */
final class Template {

  private static final TemplateEngine ENGINE =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Template.class.getClassLoader(), Template.class.getPackageName());

  private Template() {}

  /** The page that a template makes of a model. */
  static String html(String name, Object page) {
    StringOutput html = new StringOutput();
    ENGINE.render(name, page, html);
    return html.toString();
  }
}
