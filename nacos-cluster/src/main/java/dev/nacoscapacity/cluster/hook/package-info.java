/**
 * What is done to nodes by others than this process: an operator's commands, or the operator.
 * {@link dev.nacoscapacity.cluster.hook.Hook} is what a caller waits for.
 */
package dev.nacoscapacity.cluster.hook;
