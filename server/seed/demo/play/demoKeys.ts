/** Returns the key of a project of the demonstration. */
export const projectKey = (index: number): string => `demo:project:${index}`;
/** Returns the key of a played part of the demonstration. */
export const playedKey = (index: number): string => `demo:played:${index}`;
