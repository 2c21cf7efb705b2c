package dev.nacoscapacity.chaos.fault;

import static dev.nacoscapacity.core.text.Arguments.with;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.hook.Hook;
import dev.nacoscapacity.cluster.hook.ShellCommand;
import dev.nacoscapacity.cluster.hook.ShellHook;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.core.text.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Breaks and heals nodes that this process cannot control itself. */
public interface Hooks {

  /** The time limit of one hook. */
  Duration limit();

  /** The longest time to break a node, see the effect, and heal the node. */
  default Duration longest() {
    return limit().multipliedBy(2).plus(HookFault.EFFECT);
  }

  /** Begins to break a node. */
  Hook breaking(FaultKind fault, Node node);

  /** Begins to heal a node. */
  Hook healing(FaultKind fault, Node node);

  /**
   * Checks that the name of a node may stand in the commands.
   *
   * @throws IllegalArgumentException when a shell could read it as a command
   */
  default void requireSafe(Node node) {}

  /** A sentence for the record: how nodes were broken, without secrets. */
  Message remark();

  /**
   * What is noted of a fault that outlives this process.
   *
   * @param since ISO 8601
   */
  FaultNotes.Note note(FaultKind fault, Node node, String since);

  /**
   * An operator's commands, with the placeholders {@code {node}} (host:port), {@code {ip}} and
   * {@code {fault}}.
   *
   * @param folder in which the commands run
   * @param terminal receives what a failed command printed
   */
  record Commands(
      ShellCommand breaks,
      ShellCommand heals,
      Duration limit,
      Path folder,
      Consumer<String> terminal)
      implements Hooks {

    @Override
    public Hook breaking(FaultKind fault, Node node) {
      return ShellHook.start("--break-cmd", filled(breaks, fault, node), folder, terminal);
    }

    @Override
    public Hook healing(FaultKind fault, Node node) {
      return ShellHook.start("--heal-cmd", filled(heals, fault, node), folder, terminal);
    }

    @Override
    public FaultNotes.Note note(FaultKind fault, Node node, String since) {
      String heal = filled(heals, fault, node).text();
      return new FaultNotes.Note(node.name(), fault.word(), since, heal, folder.toString());
    }

    @Override
    public void requireSafe(Node node) {
      filled(breaks, FaultKind.KILL, node);
      filled(heals, FaultKind.KILL, node);
    }

    @Override
    public Message remark() {
      return Message.of(
          "note.hooks", with("breaks", breaks.program()).and("heals", heals.program()));
    }

    private static ShellCommand filled(ShellCommand command, FaultKind fault, Node node) {
      return command.filled(
          new TreeMap<>(
              Map.of(
                  "node", node.name(),
                  "ip", node.http().getAddress().getHostAddress(),
                  "fault", fault.word())));
    }
  }
}
