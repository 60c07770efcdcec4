import { readFileSync } from 'node:fs';

export interface ListedRefusal {
  /** Named as by `refusalsIn`. */
  readonly id: string;
  /** Below `tests/`; null where no test can detect it. */
  readonly test: string | null;
  /** Why no test can. */
  readonly reason: string;
}

/**
 * Reads `refusals.txt`: a line for each refusal, the test and the name of the statement; `-` instead of a test needs a
 * comment above with the reason.
 * @throws Error without a reason
 */
export function listedRefusals(): ListedRefusal[] {
  let reason = '';
  return readFileSync(new URL('refusals.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line === '' || line.startsWith('#')) {
        reason = line.slice(1).trim();
        return [];
      }
      const end = line.indexOf('  ');
      const [test, id] = [line.slice(0, end), line.slice(end + 2)];
      const why = test === '-' ? reason : '';
      if (test === '-' && !why) throw new Error(`refusals.txt does not say why nobody can notice: ${id}`);
      return [{ id, test: test === '-' ? null : test, reason: why }];
    });
}
