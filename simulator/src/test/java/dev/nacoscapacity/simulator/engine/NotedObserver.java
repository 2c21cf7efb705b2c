package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.client.Call;
import java.util.ArrayList;
import java.util.List;

/** Notes what a loop tells, beats only counted, lists left out. */
class NotedObserver implements LoopObserver {

  private final List<String> notes = new ArrayList<>();
  private boolean wantsIdentity;
  private Runnable onLoss = () -> {};
  private Runnable onPush = () -> {};
  private int beats;

  List<String> notes() {
    return notes;
  }

  int beats() {
    return beats;
  }

  void wantIdentity() {
    wantsIdentity = true;
  }

  void onLoss(Runnable reaction) {
    onLoss = reaction;
  }

  void onPush(Runnable reaction) {
    onPush = reaction;
  }

  @Override
  public void registering(RegisterCall call) {
    notes.add("changing " + call.actor);
  }

  @Override
  public void deregistering(DeregisterCall call) {
    notes.add("changing " + call.actor);
  }

  @Override
  public void beatWritten(Call call) {
    beats++;
  }

  @Override
  public void acknowledged(int instance) {
    onPush.run();
    beats++;
  }

  @Override
  public void unknownInstance(Call call) {
    onLoss.run();
    notes.add("lost " + call.actor);
  }

  @Override
  public boolean listed(ListCall call) {
    return wantsIdentity;
  }

  @Override
  public void swept(SweepCall call) {
    notes.add("swept " + call.service + " on " + call.server);
  }

  @Override
  public void registered(Call call) {
    notes.add("registered " + call.actor);
  }

  @Override
  public void deregistered(Call call) {
    notes.add("deregistered " + call.actor);
  }

  @Override
  public void vanished(int instance, boolean connected) {
    notes.add("vanished " + instance);
  }

  @Override
  public void disconnected(int instance) {
    notes.add("disconnected " + instance);
  }

  @Override
  public void loggedIn(LoginCall call) {
    notes.add("login " + call.actor + (call.ok() ? "" : " failed"));
  }

  @Override
  public void scraped(ScrapeCall call) {
    notes.add("scraped " + call.server);
  }

  @Override
  public void beatRefused(Call call) {
    notes.add("beat refused " + call.actor);
  }

  @Override
  public void scrapesRefused(String failure) {
    notes.add("scrapes refused: " + failure);
  }

  @Override
  public void beatIntervalChanged(int millis) {
    notes.add("beat every " + millis);
  }
}
