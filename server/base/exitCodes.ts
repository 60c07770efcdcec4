/**
 * The embedded database has stopped, mostly because the disk is full, and needs another process: EX_TEMPFAIL of
 * sysexits.h.
 */
export const databaseStopped = 75;

/**
 * Variable by which the supervisor tells a server how the previous one ended: an exit code, or the name of a signal.
 */
export const endedBefore = 'SERVER_ENDED';

/** A command did its work, but what it made or read lacks something: a backup whose files have lost their content. */
export const incomplete = 3;

/** Message of a server to its supervisor: it serves. */
export const serving = 'serving';

/** Message of a server to its supervisor: its event loop turns. */
export const alive = 'alive';
