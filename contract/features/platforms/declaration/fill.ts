import type { Draft } from '@contract/entity';
import type { declarationRow } from '../entities/declarationRow';

// 危害因素分布 and the counts of a declaration (DOMAIN §7.7) from a survey: people of a post are counted once, however many
// hazards they meet there.

export interface SurveyedHazard {
  readonly workshop: string;
  readonly post: string;
  readonly hazardName: string;
  /** Entry of the dictionary hazardCategory. */
  readonly category: string;
  readonly workers: number | null;
}

export type DeclaredCategory = 'dust' | 'chemical' | 'physical' | 'radiation' | 'other';
export type FilledRow = Omit<Draft<typeof declarationRow>, 'declaration'>;

export const declaredCategory = (category: string): DeclaredCategory =>
  category === 'dust' || category === 'chemical' || category === 'physical' || category === 'radiation'
    ? category
    : 'other';

/**
 * People of the posts among the rows: the most that any of a post's rows has, added up; null where nobody was counted.
 */
function peopleOf(rows: readonly SurveyedHazard[]): number | null {
  const posts = new Map<string, number>();
  for (const { workshop, post, workers } of rows)
    if (workers !== null)
      posts.set(`${workshop}\u0000${post}`, Math.max(posts.get(`${workshop}\u0000${post}`) ?? 0, workers));
  return posts.size ? [...posts.values()].reduce((sum, count) => sum + count, 0) : null;
}

export interface FilledCounts {
  readonly dustCount: number;
  readonly chemicalCount: number;
  readonly physicalCount: number;
  readonly radiationCount: number;
  readonly otherCount: number;
  readonly exposedCount: number | null;
}

export function countsOf(rows: readonly SurveyedHazard[]): FilledCounts {
  const of = (category: DeclaredCategory) =>
    peopleOf(rows.filter((row) => declaredCategory(row.category) === category)) ?? 0;
  return {
    dustCount: of('dust'),
    chemicalCount: of('chemical'),
    physicalCount: of('physical'),
    radiationCount: of('radiation'),
    otherCount: of('other'),
    exposedCount: peopleOf(rows),
  };
}

/**
 * A line for each hazard of each workplace, in the order of the survey; the workplace's people without repetition stand
 * on its first line.
 */
export function rowsOf(rows: readonly SurveyedHazard[]): FilledRow[] {
  const filled: FilledRow[] = [];
  for (const workplace of new Set(rows.map(({ workshop }) => workshop))) {
    const own = rows.filter(({ workshop }) => workshop === workplace);
    for (const [at, hazardName] of [...new Set(own.map((row) => row.hazardName))].entries()) {
      const met = own.filter((row) => row.hazardName === hazardName);
      filled.push({
        rowSort: filled.length + 1,
        workplace,
        hazardName,
        category: declaredCategory(met[0]?.category ?? ''),
        exposed: peopleOf(met),
        exposedOnce: at === 0 ? peopleOf(own) : null,
      });
    }
  }
  return filled;
}
