// What the browsers, and Vite's preloading, say when a file of an older version is gone or the line is down.
const chunkMessages =
  /dynamically imported module|importing a module script failed|unable to preload css|chunkloaderror/i;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a lazily loaded file did not come, rather than something going wrong in it. */
export const isChunkFailure = (error: unknown): boolean => chunkMessages.test(messageOf(error));
