import type { RiskRow } from '@contract/features/risk/assessPosts';

export interface JudgedRows {
  readonly project: number;
  /** Value of the dictionary industry; null where not set. */
  readonly industry: string | null;
  readonly rows: readonly Pick<RiskRow, 'hazard' | 'hazardName' | 'verdict'>[];
}

export interface ExceedanceShare {
  /** Id of a hazard, or value of an industry; empty where the project has no industry. */
  readonly key: string;
  readonly label: string;
  /** Number of posts with this hazard and a verdict. */
  readonly judged: number;
  readonly exceeding: number;
  /** Ids of projects with a post that exceeds a limit, newest first. */
  readonly projects: readonly number[];
}

/** Returns the rate in %; null where nothing was judged. */
export const exceedanceRate = ({ judged, exceeding }: Pick<ExceedanceShare, 'judged' | 'exceeding'>): number | null =>
  judged ? (exceeding / judged) * 100 : null;

/** Counts judged and exceeding posts by kind, highest rate first. Posts without a verdict are not counted. */
function sharesBy(
  projects: readonly JudgedRows[],
  kindOf: (project: JudgedRows, row: JudgedRows['rows'][number]) => { readonly key: string; readonly label: string },
): ExceedanceShare[] {
  const sharesByKey = new Map<string, { label: string; judged: number; exceeding: number; projects: Set<number> }>();
  for (const project of projects) {
    for (const row of project.rows) {
      if (row.verdict !== 'exceeds' && row.verdict !== 'conforms') continue;
      const { key, label } = kindOf(project, row);
      const groupShare = sharesByKey.get(key) ?? { label, judged: 0, exceeding: 0, projects: new Set<number>() };
      sharesByKey.set(key, groupShare);
      groupShare.judged += 1;
      if (row.verdict !== 'exceeds') continue;
      groupShare.exceeding += 1;
      groupShare.projects.add(project.project);
    }
  }
  return [...sharesByKey]
    .map(([key, groupShare]) => ({ ...groupShare, key, projects: [...groupShare.projects] }))
    .sort(
      (a, b) =>
        (exceedanceRate(b) ?? 0) - (exceedanceRate(a) ?? 0) || b.judged - a.judged || a.key.localeCompare(b.key),
    );
}

/** Returns the exceedance rate of each hazard over judged projects. */
export const exceedanceByHazard = (projects: readonly JudgedRows[]): ExceedanceShare[] =>
  sharesBy(projects, (_, { hazard, hazardName }) => ({ key: String(hazard), label: hazardName }));

/**
 * Returns the exceedance rate of each industry over judged projects. The caller adds the labels from the dictionary.
 */
export const exceedanceByIndustry = (projects: readonly JudgedRows[]): ExceedanceShare[] =>
  sharesBy(projects, ({ industry }) => ({ key: industry ?? '', label: '' }));
