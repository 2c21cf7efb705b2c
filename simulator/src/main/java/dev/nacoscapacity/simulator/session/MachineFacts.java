package dev.nacoscapacity.simulator.session;

import com.sun.management.OperatingSystemMXBean;
import dev.nacoscapacity.reports.record.Machine;
import dev.nacoscapacity.simulator.preflight.machine.Doctor;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine that the generator runs on, as it stands in the record. */
public final class MachineFacts {

  private MachineFacts() {}

  public static Machine describe() {
    OperatingSystemMXBean os = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    Map<String, Long> limits = new LinkedHashMap<>(Doctor.ofThisMachine().limits());
    limits.put("heap", Runtime.getRuntime().maxMemory());
    return new Machine(
        os.getAvailableProcessors(),
        os.getTotalMemorySize(),
        os.getName() + " " + os.getVersion(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        limits);
  }
}
