/**
 * Who is saturated: what each registry node, and this process by groups of threads, takes from its
 * machine; of a modelled node, what its model says. From outside: {@code ServerWatch} and what
 * makes one, {@code WatchedNode}, {@code GeneratorUsage} and what they return; they judge nothing.
 */
package dev.nacoscapacity.simulator.observe.proc;
