/**
 * Dilated time: the processes of a cluster, and the tools that work with it, see a clock that runs
 * slower than the wall's, so that this machine does more in a second of theirs (Gupta et al., NSDI
 * 2006; DieCast, NSDI 2008). {@link dev.nacoscapacity.cluster.dilation.ClusterClock} is that clock;
 * the preload in {@code src/main/c} makes processes see it.
 */
package dev.nacoscapacity.cluster.dilation;
