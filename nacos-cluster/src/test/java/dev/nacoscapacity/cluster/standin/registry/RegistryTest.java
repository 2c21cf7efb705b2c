package dev.nacoscapacity.cluster.standin.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RegistryTest {

  @Test
  void shouldLeaveOutWhatItDoesNotKnowWhenAskedForIt() {
    Registry registry = new Registry();
    ServiceKey orders = new ServiceKey("public", "DEFAULT_GROUP@@orders");
    ServiceKey unknown = new ServiceKey("public", "DEFAULT_GROUP@@carts");
    registry.obtain(orders);

    List<Datum.Copy> copies =
        registry.snapshot(
            List.of(new Datum.Key(unknown, Origin.OWNER), new Datum.Key(orders, Origin.OWNER)));

    assertThat(copies)
        .extracting(Datum.Copy::datum)
        .containsExactly(new Datum.Key(orders, Origin.OWNER));
  }
}
