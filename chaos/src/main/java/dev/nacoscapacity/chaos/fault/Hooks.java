package dev.nacoscapacity.chaos.fault;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.hook.Hook;
import dev.nacoscapacity.cluster.hook.Person;
import dev.nacoscapacity.cluster.hook.ShellHook;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** By what nodes are broken and healed that this process cannot reach into itself. */
public interface Hooks {

  /** What one of them may take. */
  Duration limit();

  /** What one node may take to be broken, to be seen broken, and to be healed. */
  default Duration longest() {
    return limit().multipliedBy(2).plus(HookFault.EFFECT);
  }

  /** Begins to break a node. */
  Hook breaking(FaultKind fault, Node node);

  /** Begins to heal a node. */
  Hook healing(FaultKind fault, Node node);

  /** For the record: how nodes were broken, in a sentence without secrets. */
  String remark();

  /** For the journal: the command that heals a node; null where a person does. */
  String healCommand(FaultKind fault, Node node);

  /**
   * Commands of an operator's, with {@code {node}} (host:port), {@code {ip}} and {@code {fault}} in
   * them.
   *
   * @param folder in which they run
   */
  record Commands(String breaks, String heals, Duration limit, Path folder) implements Hooks {

    @Override
    public Hook breaking(FaultKind fault, Node node) {
      return ShellHook.start(filled(breaks, fault, node), folder);
    }

    @Override
    public Hook healing(FaultKind fault, Node node) {
      return ShellHook.start(healCommand(fault, node), folder);
    }

    @Override
    public String healCommand(FaultKind fault, Node node) {
      return filled(heals, fault, node);
    }

    @Override
    public String remark() {
      return "nodes were broken by '%s' and healed by '%s'"
          .formatted(ShellHook.shown(breaks), ShellHook.shown(heals));
    }

    private static String filled(String command, FaultKind fault, Node node) {
      return ShellHook.filled(
          command,
          new TreeMap<>(
              Map.of(
                  "node", node.name(),
                  "ip", node.http().getAddress().getHostAddress(),
                  "fault", fault.word())));
    }
  }

  /** An operator's own hands. */
  record ByHand(Person person, Duration limit) implements Hooks {

    @Override
    public Hook breaking(FaultKind fault, Node node) {
      return person.ask("break " + node.name() + " now (" + fault.word() + ")");
    }

    @Override
    public Hook healing(FaultKind fault, Node node) {
      return person.ask(healRequest(node.name(), fault.word()));
    }

    /** What a person is asked for. */
    public static String healRequest(String node, String fault) {
      return "heal " + node + " now (" + fault + ")";
    }

    @Override
    public String remark() {
      return "nodes were broken and healed by hand";
    }

    @Override
    public String healCommand(FaultKind fault, Node node) {
      return null;
    }
  }
}
