/**
 * Actions on nodes outside of this process: commands of an operator, or requests to a person.
 * {@link dev.nacoscapacity.cluster.hook.Hook} is such an action, for which a caller waits.
 */
package dev.nacoscapacity.cluster.hook;
