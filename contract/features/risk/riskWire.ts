import { highestLevel, postsOf, type RiskRow } from './assessPosts';
import { severeFrom, type UnitRisk, unitRiskOf } from './unitRisk';

/** How a project came out. */
export interface ProjectRisk {
  readonly project: number;
  readonly code: string;
  /** The last day of sampling, else of testing. */
  readonly on: string | null;
  readonly posts: number;
  readonly exceeding: number;
  /** 接触水平, the highest; null where no C_TWA was measured. */
  readonly exposureLevel: string | null;
  /** Contact ratio, the highest level 1 to 5. */
  readonly contactLevel: number | null;
  readonly contactLabel: string | null;
  readonly risk: UnitRisk;
}

export interface UnitRiskLine extends ProjectRisk {
  readonly unit: number;
  readonly unitName: string;
  readonly exposedCount: number | null;
}

export interface UnitRiskList {
  readonly content: readonly UnitRiskLine[];
  /** Units with judged projects; more than `content` where the list is cut. */
  readonly totalElements: number;
}

export interface UnitRiskView {
  readonly unit: {
    readonly id: number;
    readonly unitName: string;
    readonly iuiCode: string | null;
    readonly workerCount: number | null;
    readonly exposedCount: number | null;
  };
  /** Oldest first. */
  readonly trend: readonly ProjectRisk[];
  /** The project whose rows these are: the newest, or the one asked for. */
  readonly project: number | null;
  readonly rows: readonly RiskRow[];
}

/** Most units of one answer, and most projects of a trend: more than twenty years of a test every half year. */
export const mostRiskUnits = 60;
export const mostRiskProjects = 60;

export function projectRiskOf(
  rows: readonly RiskRow[],
  about: {
    readonly project: number;
    readonly code: string;
    readonly on: string | null;
    readonly workers: number | null;
  },
): ProjectRisk {
  const { workers, ...rest } = about;
  const over = rows.filter(({ verdict }) => verdict === 'exceeds');
  const highest = rows.reduce<RiskRow['contact']>(
    (most, { contact }) => (contact && (!most || contact.level > most.level) ? contact : most),
    null,
  );
  const severe = rows.some(({ hazardRating }) => (hazardRating ?? 0) >= severeFrom);
  return {
    ...rest,
    posts: postsOf(rows),
    exceeding: postsOf(over),
    exposureLevel: highestLevel(rows),
    contactLevel: highest?.level ?? null,
    contactLabel: highest?.label ?? null,
    risk: unitRiskOf({ severe, exceeds: over.length > 0, workers }),
  };
}
