package dev.nacoscapacity.cluster.embedded.registry;

/** Passes on the first outcome only: a frozen node may answer after the call has timed out. */
final class FirstReply<T> implements Reply<T> {

  private Reply<T> target;

  FirstReply(Reply<T> target) {
    this.target = target;
  }

  @Override
  public void done(T answer) {
    Reply<T> first = take();
    if (first != null) {
      first.done(answer);
    }
  }

  @Override
  public void failed(int status, String message) {
    Reply<T> first = take();
    if (first != null) {
      first.failed(status, message);
    }
  }

  private Reply<T> take() {
    Reply<T> taken = target;
    target = null;
    return taken;
  }
}
