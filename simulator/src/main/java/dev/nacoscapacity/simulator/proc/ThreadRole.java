package dev.nacoscapacity.simulator.proc;

/** The role of a thread of a JVM, derived from its name. */
enum ThreadRole {
  /** The fleet's event loops. */
  GENERATOR("fleet-"),
  /** A stand-in cluster in this process. */
  STAND_IN("stand-i"),
  /** The compilers. */
  JIT("C1 Comp", "C2 Comp"),
  /** The collector, including the VM thread, in which the serial collector runs. */
  GC("GC Thre", "G1 ", "Shenand", "ZDriver", "ZWorker", "VM Thre"),
  /** All others, including proxies in front of the nodes. */
  OTHER;

  /**
   * At most 7 characters each: the kernel keeps 15 of a name, and newer JVMs shorten a longer one
   * to its first 7 and last 6.
   */
  private final String[] prefixes;

  ThreadRole(String... prefixes) {
    this.prefixes = prefixes;
  }

  static ThreadRole of(String name) {
    for (ThreadRole role : values()) {
      for (String prefix : role.prefixes) {
        if (name.startsWith(prefix)) {
          return role;
        }
      }
    }
    return OTHER;
  }
}
