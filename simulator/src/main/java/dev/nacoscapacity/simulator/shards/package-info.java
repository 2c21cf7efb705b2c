/**
 * Runs a fleet in shards, each a part of the fleet in a process of its own, and produces one
 * record. {@link dev.nacoscapacity.simulator.shards.ShardCoordinator} is the entry point; {@link
 * dev.nacoscapacity.simulator.shards.ShardMain} is the main class of a child. A shard elsewhere
 * would exchange the same {@linkplain dev.nacoscapacity.simulator.shards.ShardMessage messages}
 * over another {@link dev.nacoscapacity.simulator.shards.ShardLink}.
 */
package dev.nacoscapacity.simulator.shards;
