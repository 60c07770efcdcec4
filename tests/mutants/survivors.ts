import { readFileSync } from 'node:fs';

export interface ListedSurvivor {
  /** As `mutationsIn` names it. */
  readonly id: string;
  /** Why no test detects it; `same: …` if the behaviour is equal. */
  readonly reason: string;
}

/** Reads `survivors.txt`: each mutation below a comment with the reason. @throws if one has no reason */
export function listedSurvivors(): ListedSurvivor[] {
  let reason = '';
  return readFileSync(new URL('survivors.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line === '' || line.startsWith('#')) {
        reason = line.slice(1).trim();
        return [];
      }
      if (!reason) throw new Error(`survivors.txt does not say why no test notices ${line}`);
      return [{ id: line, reason }];
    });
}
