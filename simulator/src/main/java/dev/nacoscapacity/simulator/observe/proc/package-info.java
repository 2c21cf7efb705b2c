/**
 * Who is saturated: what each registry node, and this process by groups of threads, takes from its
 * machine. From outside: {@code ServerSampler} with {@code WatchedNode}, {@code GeneratorUsage} and
 * what they return; they judge nothing.
 */
package dev.nacoscapacity.simulator.observe.proc;
