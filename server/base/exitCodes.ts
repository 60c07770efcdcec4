/**
 * The embedded database has stopped, mostly for a full disk, and only another process brings it back: EX_TEMPFAIL of
 * sysexits.h.
 */
export const databaseStopped = 75;

/**
 * The variable by which the supervisor tells a server how the one before it ended: an exit code, or the name of a
 * signal.
 */
export const endedBefore = 'SERVER_ENDED';
