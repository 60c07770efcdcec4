import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export interface LossyPort {
  /** Number of packets to and from the port so far, and of those lost. */
  count(): { readonly all: number; readonly lost: number };
  /** Ends the loss: all packets arrive. */
  end(): void;
}

const iptables = (...args: string[]): { done: boolean; said: string } => {
  const { status, stdout } = spawnSync('iptables', ['-w', ...args], { encoding: 'utf8' });
  return { done: status === 0, said: stdout ?? '' };
};
/** Name of an iptables chain, with the id of the process that created it. */
const prefix = 'occhealth-loss-';
const ways = ['--dport', '--sport'] as const;

/** Returns the rule for packets to a port of the loopback on arrival, at the server's side as at the browser's. */
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

/** Removes chains of processes that ended without removing theirs. */
function removeStale(): void {
  for (const [, chain = '', pid] of iptables('-S').said.matchAll(new RegExp(`^-N (${prefix}(\\d+))$`, 'gm')))
    if (!existsSync(`/proc/${pid}`)) removeChain(chain);
}

/**
 * Makes the kernel drop so many per cent of the TCP packets to and from a port of the loopback; needs root and
 * `iptables`.
 * @returns undefined where that is not possible
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
