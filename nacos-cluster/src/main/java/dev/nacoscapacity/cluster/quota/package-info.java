/**
 * Smaller machines on this one: a control group a node, whose processes the kernel lets use so much
 * of the processors. {@link dev.nacoscapacity.cluster.quota.NodeQuota} is the only way in.
 */
package dev.nacoscapacity.cluster.quota;
