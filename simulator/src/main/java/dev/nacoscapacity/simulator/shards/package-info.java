/**
 * Runs a fleet in shards, each a part of the fleet in a process of its own, and produces one
 * record. {@link dev.nacoscapacity.simulator.shards.ShardCoordinator} is the entry point; {@link
 * dev.nacoscapacity.simulator.shards.ShardMain} is the main class of a child. Shards on several
 * machines know of each other by the registry under test alone: {@link
 * dev.nacoscapacity.simulator.shards.RegistryBarrier}.
 */
package dev.nacoscapacity.simulator.shards;
