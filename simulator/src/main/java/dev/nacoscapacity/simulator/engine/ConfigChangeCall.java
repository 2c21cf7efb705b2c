package dev.nacoscapacity.simulator.engine;

import dev.nacoscapacity.simulator.client.HttpAnswer;

/** A configuration is published or removed. */
abstract class ConfigChangeCall extends ConfigurationCall {

  ConfigChangeCall(Kind kind, int number) {
    super(kind, number);
  }

  @Override
  public final String v1(HttpAnswer answer) {
    return answer.expect(answer.text().equals("true"));
  }

  @Override
  final void react(FleetLoop loop) {
    loop.instances.changed(this);
  }
}
