/** What a process of the bench says at its end. */
export interface Told {
  /** ms of the clock: the first time, with everything still to be read, and the second. */
  readonly took: readonly [first: number, again: number];
  /** ms of the processor by all threads of the first. */
  readonly processor: number;
  /** MB at most, of the whole process with its threads. */
  readonly memory: number;
  readonly pages: number;
  readonly kB: number;
}

/** Makes a file twice, says what it took, and ends the process. */
export async function tell(make: () => Promise<Uint8Array>, pages: () => number): Promise<void> {
  const took: number[] = [];
  let processor = 0;
  let bytes = 0;
  for (let run = 0; run < 2; run += 1) {
    const [started, before] = [performance.now(), process.cpuUsage()];
    bytes = (await make()).length;
    took.push(performance.now() - started);
    const { user, system } = process.cpuUsage(before);
    if (run === 0) processor = (user + system) / 1000;
  }
  console.log(
    JSON.stringify({
      took,
      processor,
      memory: process.resourceUsage().maxRSS / 1024,
      pages: pages(),
      kB: bytes / 1024,
    }),
  );
  process.exit(0);
}
