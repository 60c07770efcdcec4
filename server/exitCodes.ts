/** The embedded database has stopped, mostly for a full disk, and only another process brings it back: EX_TEMPFAIL of sysexits.h. */
export const databaseStopped = 75;
