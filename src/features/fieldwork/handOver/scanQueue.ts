import type { Counted } from './handOverCalls';

export interface Scan {
  readonly key: number;
  readonly code: string;
  /** `sending`: on its way; `failed`: the call itself did not come through, nothing is known. */
  readonly state: 'sending' | 'good' | 'again' | 'bad' | 'failed';
  readonly text: string;
}

/** What became of a scanned code, as a fault of the number or of the line to the server. */
export type CountOne = (code: string) => Promise<Counted>;

/** How many scans are remembered on the screen. */
const remembered = 200;

/**
 * Scans in their order: one call after the other, none lost however fast they come. `told` is called for each that is
 * settled.
 */
export function scanQueue(
  count: CountOne,
  faultOf: (error: unknown) => { text: string; lost: boolean },
  show: (scans: readonly Scan[]) => void,
  told: (scan: Scan) => void,
) {
  let scans: readonly Scan[] = [];
  let last = 0;
  let chain: Promise<void> = Promise.resolve();
  const put = (scan: Scan) => {
    const known = scans.some(({ key }) => key === scan.key);
    scans = known ? scans.map((one) => (one.key === scan.key ? scan : one)) : [scan, ...scans].slice(0, remembered);
    show(scans);
  };
  const settle = async (key: number, code: string) => {
    let scan: Scan;
    try {
      const { again, message } = await count(code);
      scan = { key, code, state: again ? 'again' : 'good', text: message };
    } catch (error) {
      const { text, lost } = faultOf(error);
      scan = { key, code, state: lost ? 'failed' : 'bad', text };
    }
    put(scan);
    told(scan);
  };
  const run = (key: number, code: string) => {
    put({ key, code, state: 'sending', text: '正在核对' });
    chain = chain.then(() => settle(key, code));
  };
  return {
    scan(text: string): void {
      const code = text.trim();
      if (code) run((last += 1), code);
    },
    /** Sends again what did not come through. */
    repeat(scan: Scan): void {
      run(scan.key, scan.code);
    },
    /** When everything so far is settled. */
    settled: (): Promise<void> => chain,
  };
}
