package dev.nacoscapacity.reports.calibration;

import dev.nacoscapacity.reports.text.Message;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A case that could not be measured here.
 *
 * @param setting the case, by the dimension's key
 * @param why what is missing, and how to get it
 */
public record Skipped(Map<String, String> setting, Message why) {

  public Skipped {
    setting = Collections.unmodifiableMap(new LinkedHashMap<>(setting));
  }
}
