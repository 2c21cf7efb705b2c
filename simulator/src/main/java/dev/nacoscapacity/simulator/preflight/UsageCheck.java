package dev.nacoscapacity.simulator.preflight;

import dev.nacoscapacity.cluster.network.ThisMachine;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** What the command line alone tells. */
final class UsageCheck {

  private UsageCheck() {}

  /** What is wrong before anything is asked. */
  static List<Problem> problems(Intent intent) {
    List<Problem> problems = new ArrayList<>();
    if (intent.namespace().equals(Intent.PUBLIC) && !intent.allowPublicNamespace()) {
      problems.add(
          Problem.usage(
              "the namespace 'public' is where real services live: give another --namespace, or"
                  + " --allow-public-namespace if this registry has none"));
    }
    List<String> remote = new ArrayList<>();
    for (InetSocketAddress target : intent.registry()) {
      if (target.isUnresolved()) {
        problems.add(
            Problem.registry(
                "there is no host '%s': correct --target".formatted(Intent.name(target))));
      } else if (!ThisMachine.holds(target.getAddress())) {
        remote.add(Intent.name(target));
      }
    }
    if (!remote.isEmpty() && !intent.confirmed()) {
      problems.add(
          Problem.usage(
              "this would offer %s to %s: add --yes if that is meant"
                  .formatted(intent.offered(), String.join(", ", remote))));
    }
    return problems;
  }
}
