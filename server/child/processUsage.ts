import { readFileSync } from 'node:fs';

/** Clock ticks per second in `/proc`, the same on every Linux that Node supports. */
const ticksPerSecond = 100;
const pageSize = 4096;

interface ProcessFigures {
  /** Processor time of all threads, ms. */
  readonly processorMs: number;
  /** Resident memory, bytes. */
  readonly residentBytes: number;
}

/** Returns the resources used by a process; undefined where the system does not provide them. */
export function processUsage(pid: number): ProcessFigures | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain blanks, so fields are split after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      processorMs: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond,
      residentBytes: Number(fields[21]) * pageSize,
    };
  } catch {
    return undefined;
  }
}
