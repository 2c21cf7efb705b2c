/**
 * What a judgement consists of: a status, the reasons for it and the bounds it was made by. Plain
 * data that is part of a run's record; every public type may be used from any module, and {@code
 * checker} does the judging.
 */
package dev.nacoscapacity.reports.verdict;
