/** Under what the demonstration notes a project of its list, and that its play was brought to its end. */
export const projectKey = (at: number): string => `demo:project:${at}`;
export const playedKey = (at: number): string => `demo:played:${at}`;
