import { readFileSync } from 'node:fs';

export interface ListedRefusal {
  /** As `refusalsIn` names it. */
  readonly id: string;
  /** Below `tests/`; null where nobody can notice. */
  readonly test: string | null;
  /** Why nobody can. */
  readonly reason: string;
}

/**
 * `refusals.txt`: a line for each refusal, `test  file  statement`; `-` for a test stands below a comment that says
 * why.
 * @throws where it does not
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
