import { readdirSync, readFileSync } from 'node:fs';

// On a machine that others use, the time for which a process waited for a processor says nothing about the product.

/** Waiting time of each child process seen so far, ns. */
const waitByChild = new Map<string, number>();

/** Returns the ids of the child processes; the parent is the second field behind the name in parentheses. */
const childrenOf = (pid: number): string[] =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(pid);
    } catch {
      return false;
    }
  });

/** Updates the waiting times. A child's last ones before its end may be missed. */
export function lookAtChildren(): void {
  for (const child of childrenOf(process.pid)) {
    try {
      waitByChild.set(child, Number(readFileSync(`/proc/${child}/schedstat`, 'utf8').split(' ')[1]));
    } catch {
      // It has ended meanwhile, or the system does not count the time.
    }
  }
}

/**
 * Returns a function that says for how many ms since now a child of this process has been ready to run without a
 * processor: that child which waited longest, since several may wait at once.
 */
export function childWaitSince(): () => number {
  lookAtChildren();
  const before = new Map(waitByChild);
  return () => {
    lookAtChildren();
    return Math.max(0, ...[...waitByChild].map(([child, wait]) => wait - (before.get(child) ?? 0))) / 1e6;
  };
}
