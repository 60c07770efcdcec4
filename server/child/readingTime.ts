const megabyte = 1024 * 1024;

interface ReadingTime {
  /** Processor time of the child process, ms. */
  readonly maxProcessorMs: number;
  /** Elapsed time of a child process that gets a processor, ms. */
  readonly maxElapsedMs: number;
}

/**
 * Returns the time in which a child process must have read a file. A file of up to 1 MB is read or refused within 5 s,
 * also on a busy machine. A larger one may take longer, in proportion to its size, and may wait for a processor that
 * others use: a workbook of 50,000 rows needs 5 s of a processor, which a busy machine gives in half a minute.
 * @param bytes size of the file
 */
export function readingTime(bytes: number): ReadingTime {
  const more = Math.max(0, bytes / megabyte - 1);
  return {
    maxProcessorMs: Math.min(10_000, 3_000 + 1_500 * more),
    maxElapsedMs: Math.min(60_000, 4_000 + 15_000 * more),
  };
}
