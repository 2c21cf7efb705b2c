/**
 * The gRPC clients of a fleet inside a JMeter engine. Loaded by a class loader apart from JMeter;
 * only {@code GrpcWire.open} is called from outside.
 */
package dev.nacoscapacity.jmeter.fleet;
