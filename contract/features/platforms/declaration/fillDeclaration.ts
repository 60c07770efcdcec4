import type { Draft } from '@contract/entity';
import type { declarationRow } from '../entities/declarationRow';

// Fills 危害因素分布 and the counts of a declaration (DOMAIN §7.7) from a survey. People of a post count once, however
// many hazards they are exposed to.

export interface SurveyedHazard {
  readonly workshop: string;
  readonly post: string;
  readonly hazardName: string;
  /** Entry of the dictionary hazardCategory. */
  readonly category: string;
  readonly workers: number | null;
}

type DeclaredCategory = 'dust' | 'chemical' | 'physical' | 'radiation' | 'other';
type FilledRow = Omit<Draft<typeof declarationRow>, 'declaration'>;

/** Converts a hazard category to that of a declaration; unknown ones become `other`. */
const declaredCategory = (category: string): DeclaredCategory =>
  category === 'dust' || category === 'chemical' || category === 'physical' || category === 'radiation'
    ? category
    : 'other';

/** Sums the people of the posts: for each post the largest number in its rows; null where none is known. */
function peopleOf(rows: readonly SurveyedHazard[]): number | null {
  const posts = new Map<string, number>();
  for (const { workshop, post, workers } of rows)
    if (workers !== null)
      posts.set(`${workshop}\u0000${post}`, Math.max(posts.get(`${workshop}\u0000${post}`) ?? 0, workers));
  return posts.size ? [...posts.values()].reduce((sum, count) => sum + count, 0) : null;
}

interface FilledCounts {
  readonly dustCount: number;
  readonly chemicalCount: number;
  readonly physicalCount: number;
  readonly radiationCount: number;
  readonly otherCount: number;
  readonly exposedCount: number | null;
}

/** Returns the number of exposed people by category, each post counted once. */
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
 * Returns a line per workplace and hazard, in the order of the survey. The workplace's people without repetition stand
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
