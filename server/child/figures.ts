import { readFileSync } from 'node:fs';

/** Ticks of a second in `/proc`: the same on every Linux that Node runs on. */
const ticks = 100;
const pageSize = 4096;

export interface ProcessFigures {
  /** ms of work, by all of its threads. */
  readonly worked: number;
  /** Bytes that it holds in memory. */
  readonly held: number;
}

/** What a process has cost so far; undefined where the system does not tell. */
export function figuresOf(pid: number): ProcessFigures | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { worked: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks, held: Number(fields[21]) * pageSize };
  } catch {
    return undefined;
  }
}
