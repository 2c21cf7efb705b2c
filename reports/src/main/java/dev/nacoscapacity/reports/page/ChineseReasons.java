package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.reports.verdict.KnownBehaviour;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reasons of a verdict in Chinese. A record holds them in English, with their figures, so they
 * are known again by their wording, from reasons.json; what is not known stays English.
 */
final class ChineseReasons {

  private static final Pattern WHERE =
      Pattern.compile(" on (.+) \\((none|at most ([\\d,]+)) on the other nodes\\)");
  private static final Pattern BOUND = Pattern.compile(" \\(bound ([\\d,]+)\\)$");

  private final Map<Pattern, String> sentences = new LinkedHashMap<>();

  private ChineseReasons(List<List<String>> pairs) {
    pairs.forEach(pair -> sentences.put(Pattern.compile(pair.get(0)), pair.get(1)));
  }

  static ChineseReasons load() {
    try {
      return new ChineseReasons(
          new ObjectMapper().readValue(Assets.text("reasons.json"), new TypeReference<>() {}));
    } catch (IOException e) {
      throw new UncheckedIOException("reasons.json is part of this jar", e);
    }
  }

  /** A reason's text in Chinese; null when its wording is not known. */
  String of(String english) {
    StringBuilder tail = new StringBuilder();
    String known = "";
    String text = english;
    for (KnownBehaviour behaviour : KnownBehaviour.all()) {
      if (text.endsWith(" " + behaviour.english())) {
        known = behaviour.chinese();
        text = text.substring(0, text.length() - behaviour.english().length() - 1);
      }
    }
    text = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    Matcher where = WHERE.matcher(text);
    if (where.find()) {
      tail.append("（")
          .append(where.group(1).replace(" and ", "、"))
          .append(where.group(3) == null ? "；其他节点没有" : "；其他节点至多 " + where.group(3))
          .append("）");
      text = where.replaceFirst("");
    }
    Matcher bound = BOUND.matcher(text);
    if (bound.find()) {
      tail.append("（界限 ").append(bound.group(1)).append("）");
      text = bound.replaceFirst("");
    }
    for (Map.Entry<Pattern, String> sentence : sentences.entrySet()) {
      Matcher matcher = sentence.getKey().matcher(text);
      if (matcher.matches()) {
        return matcher.replaceFirst(sentence.getValue()) + tail + "。" + known;
      }
    }
    return null;
  }
}
