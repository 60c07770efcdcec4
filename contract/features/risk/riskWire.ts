import { highestLevel, postsOf, type RiskRow } from './assessPosts';
import { severeFrom, type UnitRisk, type UnitRiskClass, unitRiskOf } from './unitRiskClass';

/** Risk result of a project. */
export interface ProjectRisk {
  readonly project: number;
  readonly code: string;
  /** Last day of sampling, or of testing where nothing was sampled. */
  readonly on: string | null;
  readonly posts: number;
  readonly exceeding: number;
  /** Highest 接触水平; null where no C_TWA was measured. */
  readonly exposureLevel: string | null;
  /** Highest level of the exposure ratio, 1 to 5. */
  readonly contactLevel: number | null;
  readonly contactLabel: string | null;
  readonly risk: UnitRisk;
}

/** A row of the list of units. */
export interface UnitRiskLine extends Omit<ProjectRisk, 'risk'> {
  /** Id of the unit. */
  readonly id: number;
  readonly unitName: string;
  readonly exposedCount: number | null;
  readonly riskClass: UnitRiskClass | 'missing';
  /** Working that shows how the class was determined. */
  readonly working: string;
  readonly hasExceeding: boolean;
}

export interface UnitRiskView {
  readonly unit: {
    readonly id: number;
    readonly unitName: string;
    readonly iuiCode: string | null;
    readonly workerCount: number | null;
    readonly exposedCount: number | null;
  };
  /** Results of the unit's projects, oldest first. */
  readonly trend: readonly ProjectRisk[];
  /** Id of the project of the rows: the requested one, or the newest. */
  readonly project: number | null;
  readonly rows: readonly RiskRow[];
}

/** Maximum number of units that one request judges. */
export const maxRiskUnits = 300;
/** Maximum number of projects in a trend, enough for over twenty years of half-yearly tests. */
export const maxRiskProjects = 60;

/** Returns the risk of a project from its judged rows. */
export function projectRiskOf(
  rows: readonly RiskRow[],
  unitFacts: {
    readonly project: number;
    readonly code: string;
    readonly on: string | null;
    readonly workers: number | null;
  },
): ProjectRisk {
  const { workers, ...ownFacts } = unitFacts;
  const exceedingRows = rows.filter(({ verdict }) => verdict === 'exceeds');
  const highestRatio = rows.reduce<RiskRow['exposureRatio']>(
    (highestSoFar, { exposureRatio }) =>
      exposureRatio && (!highestSoFar || exposureRatio.level > highestSoFar.level) ? exposureRatio : highestSoFar,
    null,
  );
  const isSevere = rows.some(({ hazardRating }) => (hazardRating ?? 0) >= severeFrom);
  return {
    ...ownFacts,
    posts: postsOf(rows),
    exceeding: postsOf(exceedingRows),
    exposureLevel: highestLevel(rows),
    contactLevel: highestRatio?.level ?? null,
    contactLabel: highestRatio?.label ?? null,
    risk: unitRiskOf({ severe: isSevere, exceeds: exceedingRows.length > 0, workers }),
  };
}
