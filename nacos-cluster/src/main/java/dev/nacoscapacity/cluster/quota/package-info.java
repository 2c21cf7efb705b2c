/**
 * Limits the processors of each node with a control group, to simulate smaller machines on this
 * one. {@link dev.nacoscapacity.cluster.quota.NodeQuota} is the only entry point.
 */
package dev.nacoscapacity.cluster.quota;
