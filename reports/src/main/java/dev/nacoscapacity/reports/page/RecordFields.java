package dev.nacoscapacity.reports.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nacoscapacity.core.text.NumberText;
import java.util.LinkedHashMap;
import java.util.Map;

/** The fields of a record by their names in run.json, with formatted values. */
final class RecordFields {

  private static final ObjectMapper JSON = new ObjectMapper();

  private RecordFields() {}

  /**
   * Fields of a nested record are listed beside the others; unknown values and lists are left out.
   */
  static Map<String, String> of(Record record) {
    Map<String, String> fields = new LinkedHashMap<>();
    add(fields, JSON.valueToTree(record));
    return fields;
  }

  private static void add(Map<String, String> fields, JsonNode object) {
    object
        .properties()
        .forEach(
            field -> {
              if (field.getValue().isObject()) {
                add(fields, field.getValue());
              } else if (field.getValue().isValueNode() && !field.getValue().isNull()) {
                fields.put(field.getKey(), text(field.getValue()));
              }
            });
  }

  private static String text(JsonNode value) {
    if (value.isIntegralNumber()) {
      return NumberText.count(value.longValue());
    }
    return value.isDouble() && value.doubleValue() == Math.rint(value.doubleValue())
        ? NumberText.of("%,.0f", value.doubleValue())
        : value.asText();
  }
}
