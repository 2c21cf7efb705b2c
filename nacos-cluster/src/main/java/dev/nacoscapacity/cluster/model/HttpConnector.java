package dev.nacoscapacity.cluster.model;

import dev.nacoscapacity.cluster.standin.registry.PeerCall;

/**
 * Takes calls over HTTP. After Nacos 1.4.1: {@code AuthFilter} and {@code DistroFilter} run on the
 * request's thread, which is held until the owner has answered; a long poll gives its thread back
 * while it waits.
 */
final class HttpConnector extends Connector {

  /** The slots for served connections; further connections wait in the accept queue. */
  final Threads connections;

  HttpConnector(RunningNode node, ModelSpec.Tomcat tomcat) {
    super(node, new Threads(tomcat.threads(), Integer.MAX_VALUE));
    this.connections = new Threads(tomcat.connections(), tomcat.acceptQueue());
  }

  @Override
  long cost(ModelCall call) {
    return node.work.overHttp(call, node.naming);
  }

  @Override
  void execute(ModelCall call) {
    if (!call.authorized) {
      call.answer(ModelCall.REFUSED);
      return;
    }
    if (call.write != null) {
      write(call);
      return;
    }
    switch (call.request) {
      case LISTEN -> {
        threads.release();
        Runnable end = node.stage(() -> call.answerLater(ModelCall.OK));
        if (call.configuration == null) {
          node.after(call.hold, end);
        } else {
          node.configs.poll(call.configuration, call.hold, end);
        }
        return;
      }
      case LIST, SWEEP -> call.listed(node.naming.registry().find(call.service));
      default -> node.configs.serve(call);
    }
    call.answer(ModelCall.OK);
  }

  /** Runs a write at its owner, which may be this node. */
  @SuppressWarnings("unchecked")
  private void write(ModelCall call) {
    node.naming.onOwner(
        call.service.name(),
        (PeerCall<Object>) call.write,
        answer -> {
          call.written = answer;
          call.answer(ModelCall.OK);
        },
        (status, text) -> call.answer(status));
  }
}
