package dev.nacoscapacity.reports.page;

/** A page that brings all it needs: words, style and scripts, and a policy that bars all else. */
interface SelfContained {

  Translations WORDS = Translations.load();

  default Translations words() {
    return WORDS;
  }

  default String style() {
    return Assets.style();
  }

  default String echarts() {
    return Assets.echarts();
  }

  /** The scripts of its own. */
  String script();

  default String policy() {
    return Policy.of(style(), echarts(), script());
  }
}
