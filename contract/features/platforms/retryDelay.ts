/** Maximum delay between two attempts to send a push or a mail, s. */
export const maxDelaySeconds = 3600;

/**
 * Returns the delay before the next attempt to send a push or a mail, s: the first delay, doubled with each failed
 * attempt, at most
 * {@link maxDelaySeconds}.
 * @param attempts number of attempts made, from 1
 * @param firstDelay delay after the first attempt, s
 * @example delayAfter(3, 60) // 240
 */
export const delayAfter = (attempts: number, firstDelay: number): number =>
  Math.min(firstDelay * 2 ** Math.max(0, Math.min(attempts - 1, 20)), maxDelaySeconds);
