/** Figures that a process of the bench reports. */
export interface Told {
  /** ms of wall time: the first run, with all modules to be loaded, and the second. */
  readonly took: readonly [first: number, again: number];
  /** ms of processor time of all threads in the first run. */
  readonly processor: number;
  /** Largest MB of the whole process. */
  readonly memory: number;
  readonly pages: number;
  readonly kB: number;
}

/** Makes a file twice, reports the figures, and ends the process. */
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
