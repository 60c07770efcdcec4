import type { Draft } from '@contract/entity';
import type { declarationRow } from '../entities/declarationRow';

// Fills 危害因素分布 and the counts of a declaration (DOMAIN §7.7) from a survey. The people of a post count once, even if
// they are exposed to several hazards.

export interface SurveyedHazard {
  readonly workshop: string;
  readonly post: string;
  readonly hazardName: string;
  /** Entry of the dictionary hazardCategory. */
  readonly category: string;
  readonly workers: number | null;
}

const declaredClasses = ['dust', 'chemical', 'physical', 'radiation', 'biological'] as const;
type DeclaredClass = (typeof declaredClasses)[number];
type DeclaredCategory = DeclaredClass | 'other';
type FilledRow = Omit<Draft<typeof declarationRow>, 'declaration'>;

/** Converts a hazard category to the category of a declaration; an unknown one becomes `other`. */
const declaredCategory = (category: string): DeclaredCategory =>
  declaredClasses.find((declaredClass) => declaredClass === category) ?? 'other';

/** The six hazards that today's form names, by their names in the library. 甲苯 and similar ones count as others. */
const namedHazards = {
  silicaCount: /矽尘|^结晶型?二氧化硅|游离二氧化硅/,
  coalCount: /煤尘/,
  asbestosCount: /石棉/,
  benzeneCount: /^苯$/,
  leadCount: /^(四乙基)?铅($|及|尘|烟|（|\()/,
  noiseCount: /噪声/,
} as const;
type NamedCount = keyof typeof namedHazards;

/** Sums the people of the posts, for each post the largest number in its rows; null where no number is known. */
function peopleOf(rows: readonly SurveyedHazard[]): number | null {
  const posts = new Map<string, number>();
  for (const { workshop, post, workers } of rows)
    if (workers !== null)
      posts.set(`${workshop}\u0000${post}`, Math.max(posts.get(`${workshop}\u0000${post}`) ?? 0, workers));
  return posts.size ? [...posts.values()].reduce((sum, count) => sum + count, 0) : null;
}

interface FilledCounts extends Readonly<Record<NamedCount, number>> {
  readonly dustCount: number;
  readonly chemicalCount: number;
  readonly physicalCount: number;
  readonly radiationCount: number;
  readonly biologicalCount: number;
  readonly otherCount: number;
  readonly exposedCount: number | null;
}

/** Returns the number of exposed people by category, each post counted once. */
export function countsOf(rows: readonly SurveyedHazard[]): FilledCounts {
  const countOf = (category: DeclaredCategory) =>
    peopleOf(rows.filter((row) => declaredCategory(row.category) === category)) ?? 0;
  return {
    dustCount: countOf('dust'),
    chemicalCount: countOf('chemical'),
    physicalCount: countOf('physical'),
    radiationCount: countOf('radiation'),
    biologicalCount: countOf('biological'),
    otherCount: countOf('other'),
    ...(Object.fromEntries(
      Object.entries(namedHazards).map(([name, pattern]) => [
        name,
        peopleOf(rows.filter(({ hazardName }) => pattern.test(hazardName))) ?? 0,
      ]),
    ) as Record<NamedCount, number>),
    exposedCount: peopleOf(rows),
  };
}

/**
 * Returns a line per workplace and hazard, in the order of the survey. The first line of a workplace states its
 * number of people without repetition.
 */
export function rowsOf(rows: readonly SurveyedHazard[]): FilledRow[] {
  const filledRows: FilledRow[] = [];
  for (const workplace of new Set(rows.map(({ workshop }) => workshop))) {
    const workplaceRows = rows.filter(({ workshop }) => workshop === workplace);
    for (const [index, hazardName] of [...new Set(workplaceRows.map((row) => row.hazardName))].entries()) {
      const hazardRows = workplaceRows.filter((row) => row.hazardName === hazardName);
      filledRows.push({
        rowSort: filledRows.length + 1,
        workplace,
        hazardName,
        category: declaredCategory(hazardRows[0]?.category ?? ''),
        exposed: peopleOf(hazardRows),
        exposedOnce: index === 0 ? peopleOf(workplaceRows) : null,
      });
    }
  }
  return filledRows;
}

/** A judged line of a report: a place and a hazard. */
interface JudgedLine {
  readonly category: string;
  readonly verdict: string;
  /** Hazards of a joint effect. Such a line does not count as a point. */
  readonly joint?: readonly number[];
}

type PointCounts = Readonly<Record<`${DeclaredClass}${'Points' | 'Over'}`, number>>;

/** Counts the assessed points of a report and those above a limit, by class. */
export function pointCountsOf(judgedLines: readonly JudgedLine[]): PointCounts {
  const assessedLines = judgedLines.filter(({ joint, verdict }) => !joint && verdict !== 'notAssessed');
  return Object.fromEntries(
    declaredClasses.flatMap((category) => {
      const categoryLines = assessedLines.filter((line) => line.category === category);
      return [
        [`${category}Points`, categoryLines.length],
        [`${category}Over`, categoryLines.filter(({ verdict }) => verdict === 'exceeds').length],
      ];
    }),
  ) as PointCounts;
}
