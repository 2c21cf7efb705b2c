package dev.nacoscapacity.simulator.shards;

import dev.nacoscapacity.core.record.Machine;
import java.util.List;
import java.util.Optional;

/**
 * Where shards on several machines show each other their entries. For one thread; calls throw
 * {@link dev.nacoscapacity.cluster.admin.AdminException} when it cannot be reached.
 */
interface ShardBoard {

  /** Shows an entry, or its newer state. It stays for about half a minute. */
  void put(ShardEntry own);

  /** All entries, those of other runs among them. */
  List<ShardEntry> list();

  void remove(ShardEntry own);

  /** How far this machine's clock is from that of the board; empty when it does not tell. */
  Optional<Machine.Clock> clock();
}
