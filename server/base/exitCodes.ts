/**
 * Exit code after the embedded database has stopped, mostly because the disk is full. Only a new process can open it
 * again. The code is EX_TEMPFAIL of sysexits.h.
 */
export const databaseStopped = 75;

/**
 * Environment variable with which the supervisor states how the previous server ended: an exit code, or the name of a
 * signal.
 */
export const endedBefore = 'SERVER_ENDED';

/**
 * Exit code of a command that finished but whose result is incomplete, e.g. a backup whose files have lost their
 * content.
 */
export const incompleteExitCode = 3;

/** Message from a server to its supervisor: the server answers requests. */
export const servingMessage = 'serving';

/** Message from a server to its supervisor: the event loop is running. */
export const aliveMessage = 'alive';
