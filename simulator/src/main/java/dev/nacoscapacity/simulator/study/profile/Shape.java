package dev.nacoscapacity.simulator.study.profile;

import java.util.List;

/**
 * What a registry holds, without names and addresses.
 *
 * @param sizes instances of each service that has any
 * @param samples of services that were looked at more closely
 * @param clients who speak HTTP, of those who registered the instances of these, or, where nobody
 *     says who did, of their subscribers
 * @param grpcClients of 2.x and later among them
 * @param publishersSeen whether the registry says who registered an instance
 * @param subscribersSeen whether it says who subscribes
 */
record Shape(
    List<Integer> sizes,
    List<Sample> samples,
    int clients,
    int grpcClients,
    boolean publishersSeen,
    boolean subscribersSeen) {

  /**
   * A service that was looked at.
   *
   * @param instances as the list of its instances says
   * @param metadataBytes of them all together
   * @param beatMillis what most of them beat at
   * @param subscribers how many clients subscribe to it; 0 where nobody says
   */
  record Sample(int instances, long metadataBytes, int beatMillis, int subscribers) {}
}
