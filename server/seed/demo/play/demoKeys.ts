/** Returns the key of a project of the demonstration. */
export const projectKey = (at: number): string => `demo:project:${at}`;
/** Returns the key of a played part of the demonstration. */
export const playedKey = (at: number): string => `demo:played:${at}`;
