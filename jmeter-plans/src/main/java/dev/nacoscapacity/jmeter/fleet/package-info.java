/**
 * A shard of a fleet inside a JMeter engine: runs bin/simulator's command on a thread of its own
 * and reads its record as it grows. Loaded by a class loader apart from JMeter; only {@code
 * FleetShard.start} is called from outside.
 */
package dev.nacoscapacity.jmeter.fleet;
