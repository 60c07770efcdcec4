import type { CountAnswer } from './handOverCalls';

export interface Scan {
  readonly key: number;
  readonly code: string;
  /** `sending`: request running; `failed`: no answer, so the result is unknown. */
  readonly state: 'sending' | 'good' | 'again' | 'bad' | 'failed';
  readonly text: string;
}

/** Counts a scanned code. Rejects with an error of the code or of the connection. */
type CountOne = (code: string) => Promise<CountAnswer>;

/** Number of scans listed on the page. */
const remembered = 200;

/** Sends scans in order, one request at a time, without losing any. `onScan` is called for each result. */
export function scanQueue(
  count: CountOne,
  faultOf: (error: unknown) => { text: string; lost: boolean },
  show: (scans: readonly Scan[]) => void,
  onScan: (scan: Scan) => void,
) {
  let scans: readonly Scan[] = [];
  let last = 0;
  let chain: Promise<void> = Promise.resolve();
  const putScan = (scan: Scan) => {
    const isKnown = scans.some(({ key }) => key === scan.key);
    scans = isKnown
      ? scans.map((entry) => (entry.key === scan.key ? scan : entry))
      : [scan, ...scans].slice(0, remembered);
    show(scans);
  };
  const settleScan = async (key: number, code: string) => {
    let scan: Scan;
    try {
      const { again, message } = await count(code);
      scan = { key, code, state: again ? 'again' : 'good', text: message };
    } catch (error) {
      const { text, lost } = faultOf(error);
      scan = { key, code, state: lost ? 'failed' : 'bad', text };
    }
    putScan(scan);
    onScan(scan);
  };
  const run = (key: number, code: string) => {
    putScan({ key, code, state: 'sending', text: '正在核对' });
    chain = chain.then(() => settleScan(key, code));
  };
  return {
    scan(text: string): void {
      const code = text.trim();
      if (code) run((last += 1), code);
    },
    /** Sends a failed scan again. */
    repeat(scan: Scan): void {
      run(scan.key, scan.code);
    },
    /** Resolves when all scans so far are settled. */
    settled: (): Promise<void> => chain,
  };
}
