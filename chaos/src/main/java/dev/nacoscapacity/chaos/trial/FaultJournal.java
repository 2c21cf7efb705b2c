package dev.nacoscapacity.chaos.trial;

/** Where it is written what is broken, so that it can be mended should this process die. */
public interface FaultJournal {

  /** For a cluster that dies with this process. */
  FaultJournal NONE =
      new FaultJournal() {
        @Override
        public void breaking(String node, String fault) {}

        @Override
        public void mended(String node) {}
      };

  /** Before a fault. */
  void breaking(String node, String fault);

  /** After its undoing. */
  void mended(String node);
}
