package dev.nacoscapacity.chaos.trial;

import dev.nacoscapacity.chaos.experiment.FaultKind;
import dev.nacoscapacity.chaos.fault.Hooks;
import dev.nacoscapacity.cluster.Node;
import dev.nacoscapacity.cluster.hook.Hook;
import dev.nacoscapacity.cluster.process.FaultNotes;
import dev.nacoscapacity.core.text.Message;
import dev.nacoscapacity.core.time.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Hooks in virtual time: each takes two seconds, and acts in the middle of them. */
final class FakeHooks implements Hooks {

  static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Duration TAKES = Duration.ofSeconds(2);
  private static final Consumer<Node> NOTHING = node -> {};

  private final VirtualTime time;
  Consumer<Node> breaks = NOTHING;
  Consumer<Node> heals = NOTHING;
  String breakFails;
  String healFails;
  boolean hangs;
  int cancelled;

  FakeHooks(VirtualTime time) {
    this.time = time;
  }

  @Override
  public Duration limit() {
    return LIMIT;
  }

  @Override
  public Hook breaking(FaultKind fault, Node node) {
    return hook("'break " + node.name() + "'", node, breaks, breakFails, hangs);
  }

  @Override
  public Hook healing(FaultKind fault, Node node) {
    return hook("'heal " + node.name() + "'", node, heals, healFails, false);
  }

  private Hook hook(String what, Node node, Consumer<Node> does, String failure, boolean endless) {
    long begun = time.nanos();
    time.after(TAKES.dividedBy(2).toNanos(), () -> does.accept(node));
    return new Hook() {
      @Override
      public String what() {
        return what;
      }

      @Override
      public boolean ended() {
        return !endless && time.nanos() - begun >= TAKES.toNanos();
      }

      @Override
      public Optional<String> failure() {
        return Optional.ofNullable(failure);
      }

      @Override
      public void cancel() {
        cancelled++;
      }
    };
  }

  @Override
  public Message remark() {
    return Message.asIs("by fakes");
  }

  @Override
  public FaultNotes.Note note(FaultKind fault, Node node, String since) {
    return new FaultNotes.Note(node.name(), fault.word(), since);
  }
}
