import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface LossyPort {
  /** Packets to and from the port so far, and how many of them never arrived. */
  count(): { readonly all: number; readonly lost: number };
  /** From now on they all arrive. */
  end(): void;
}

const iptables = (...args: string[]): { done: boolean; said: string } => {
  const { status, stdout } = spawnSync('iptables', ['-w', ...args], { encoding: 'utf8' });
  return { done: status === 0, said: stdout ?? '' };
};
/** A chain of rules of our own, by the process that made it. */
const prefix = 'occhealth-loss-';
const ways = ['--dport', '--sport'] as const;

/** What is packed for a port of the loopback passes here when it arrives, on the server's side as on the browser's. */
const hook = (chain: string, way: (typeof ways)[number], port: number): string[] => [
  'INPUT',
  '-i',
  'lo',
  '-p',
  'tcp',
  '-m',
  'tcp',
  way,
  String(port),
  '-j',
  chain,
];

function removeChain(chain: string): void {
  for (const rule of iptables('-S', 'INPUT')
    .said.split('\n')
    .filter((line) => line.endsWith(`-j ${chain}`)))
    iptables('-D', ...rule.split(' ').slice(1));
  iptables('-F', chain);
  iptables('-X', chain);
}

/** Chains of processes that ended without removing theirs. */
function removeStale(): void {
  for (const [, chain = '', pid] of iptables('-S').said.matchAll(new RegExp(`^-N (${prefix}(\\d+))$`, 'gm')))
    if (!existsSync(`/proc/${pid}`)) removeChain(chain);
}

/**
 * Has the kernel drop so many of a hundred TCP packets to and from a port of the loopback; it needs the rights of root,
 * and `iptables`.
 * @returns undefined where it can't be done
 */
export function lossyPort(port: number, percent: number): LossyPort | undefined {
  if (process.getuid?.() !== 0) return undefined;
  removeStale();
  const chain = `${prefix}${process.pid}`;
  const remove = (): void => removeChain(chain);
  const made =
    iptables('-N', chain).done &&
    iptables('-A', chain, '-m', 'statistic', '--mode', 'random', '--probability', String(percent / 100), '-j', 'DROP')
      .done &&
    ways.every((way) => iptables('-I', ...hook(chain, way, port)).done);
  if (!made) {
    remove();
    return undefined;
  }
  process.once('exit', remove);
  const packets = (of: string, wanted: RegExp): number =>
    iptables('-L', of, '-v', '-x', '-n')
      .said.split('\n')
      .filter((line) => wanted.test(line))
      .reduce((sum, line) => sum + Number(line.trim().split(/\s+/)[0]), 0);
  return {
    count: () => ({ all: packets('INPUT', new RegExp(`\\b${chain}\\b`)), lost: packets(chain, /\bDROP\b/) }),
    end() {
      process.off('exit', remove);
      remove();
    },
  };
}
