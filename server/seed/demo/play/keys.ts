/** Keys that record a project of the demonstration, and the end of its play. */
export const projectKey = (at: number): string => `demo:project:${at}`;
export const playedKey = (at: number): string => `demo:played:${at}`;
