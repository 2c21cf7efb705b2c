package dev.nacoscapacity.jmeter.launch;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds arguments that JMeter would take without a word, and that cannot be meant. */
final class Usage {

  private Usage() {}

  /**
   * @throws UsageException when there are such
   */
  static void check(Invocation invocation) {
    Path plan = Path.of(invocation.value('t'));
    if (!Files.isRegularFile(plan)) {
      throw new UsageException("no test plan at " + plan + "; see jmeter-plans/README.md for ours");
    }
    if (invocation.has('l')) {
      Path jtl = Path.of(invocation.value('l'));
      if (Files.exists(jtl) && !invocation.has('f')) {
        throw new UsageException(
            jtl
                + " exists, and JMeter would add to it: name another file, or add -f to replace it");
      }
    }
    if (invocation.has('a')) {
      throw new UsageException(
          "-a, --password is an HTTP proxy's and shows in the process list: set NACOS_PASSWORD for"
              + " the registry's; the plans use no proxy");
    }
    for (char option : new char[] {'J', 'G'}) {
      if (invocation.properties(option).containsKey("password")) {
        throw new UsageException(
            "a password in -%s shows in the process list and in JMeter's log: set NACOS_PASSWORD"
                .formatted(option));
      }
    }
  }
}
