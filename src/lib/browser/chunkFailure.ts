// Messages of browsers and of Vite's preloading if a file of an older version no longer exists or the network is
// down.
const chunkMessages =
  /dynamically imported module|importing a module script failed|unable to preload css|chunkloaderror/i;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Checks whether a lazy file failed to load, as opposed to an error inside it. */
export const isChunkFailure = (error: unknown): boolean => chunkMessages.test(messageOf(error));
