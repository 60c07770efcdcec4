import { addDays } from '../numbers/dayCounts';

// Limits are stored in versions. The day of sampling decides which version applies (DOMAIN §9, 5).

/** Fields that distinguish versions of a limit, as in a row of `hazardLimit`. */
export interface LimitVersion {
  readonly id: number;
  /** Id of the owner; null for a limit of all organizations. */
  readonly organizationId: number | null;
  readonly hazard: number;
  readonly kind: string;
  readonly condition: string | null;
  readonly standard: string;
  /** First day in force, `YYYY-MM-DD`, inclusive. `effectiveUntil` is the last day; null is open-ended. */
  readonly effectiveFrom: string;
  readonly effectiveUntil: string | null;
}

type LimitState = 'past' | 'current' | 'future';

/** Returns whether a version is in force, past or future on a day (`YYYY-MM-DD`). */
export function limitStateOn(
  { effectiveFrom, effectiveUntil }: Pick<LimitVersion, 'effectiveFrom' | 'effectiveUntil'>,
  day: string,
): LimitState {
  if (day < effectiveFrom) return 'future';
  return effectiveUntil !== null && day > effectiveUntil ? 'past' : 'current';
}

/** Returns the key that all versions of one limit share: hazard, kind and condition. */
const limitKeyOf = ({ hazard, kind, condition }: LimitVersion): string => `${hazard}/${kind}/${condition ?? ''}`;

/**
 * Returns the versions in force on a day, one for each kind and condition. An organization's own version takes
 * precedence over the common version. A kind without a version on that day is absent; an earlier version does not
 * fill the gap.
 */
export function limitsOn<V extends LimitVersion>(versions: readonly V[], day: string): V[] {
  const versionByKey = new Map<string, V>();
  for (const version of versions) {
    if (limitStateOn(version, day) !== 'current') continue;
    const chosenVersion = versionByKey.get(limitKeyOf(version));
    if (!chosenVersion || (chosenVersion.organizationId === null && version.organizationId !== null))
      versionByKey.set(limitKeyOf(version), version);
  }
  return [...versionByKey.values()];
}

/**
 * Returns the first other version of the same limit and owner whose dates overlap; versions of two owners may overlap.
 */
export function overlapOf<V extends LimitVersion>(version: LimitVersion, otherVersions: readonly V[]): V | undefined {
  return otherVersions.find(
    (other) =>
      other.id !== version.id &&
      other.organizationId === version.organizationId &&
      limitKeyOf(other) === limitKeyOf(version) &&
      other.effectiveFrom <= (version.effectiveUntil ?? '9999-12-31') &&
      version.effectiveFrom <= (other.effectiveUntil ?? '9999-12-31'),
  );
}

/** Returns the periods without a limit between consecutive versions, first and last day included. */
export function gapsOf(versions: readonly LimitVersion[]): { from: string; until: string }[] {
  const sortedVersions = [...versions].sort((a, b) => a.effectiveFrom.localeCompare(b.effectiveFrom));
  return sortedVersions.flatMap((version, index) => {
    const nextLimitVersion = sortedVersions[index + 1];
    if (!nextLimitVersion || version.effectiveUntil === null) return [];
    const [from, until] = [addDays(version.effectiveUntil, 1), addDays(nextLimitVersion.effectiveFrom, -1)];
    return from <= until ? [{ from, until }] : [];
  });
}

const spanOf = ({ effectiveFrom, effectiveUntil }: Pick<LimitVersion, 'effectiveFrom' | 'effectiveUntil'>): string =>
  `${effectiveFrom}至${effectiveUntil ?? '今'}`;

/** Returns the message about two versions that are in force at the same time. */
export const overlapMessage = (otherLimitVersion: LimitVersion): string =>
  `与“${otherLimitVersion.standard}”的同类限值（${spanOf(otherLimitVersion)}）实施日期重叠，请先为旧版本填写失效日期，或调整实施日期`;

/**
 * Reason why a hazard has no limit on a day. `none`: the standard in force gives none. `unknown`: nobody has entered
 * it.
 */
export type LimitAbsence = 'none' | 'unknown';

/**
 * First day from which the library holds every limit of the standards, by category: GBZ 2.1-2019 from 2020-04-01, GBZ
 * 2.2-2007 from 2007-11-01. Before that day an absent limit proves nothing.
 */
const completeFrom: Readonly<Record<string, string>> = {
  chemical: '2020-04-01',
  dust: '2020-04-01',
  biological: '2020-04-01',
  physical: '2007-11-01',
};

/**
 * Returns what an absent limit means. Within the period of `completeFrom`, a known hazard without a version in force
 * has no limit. A hazard without any version counts as known only if a person stated that the standards give it no
 * limit.
 * @param versions all versions of the hazard
 * @param statedUnlimited whether a person stated that the standards give the hazard no limit
 */
export function absenceOf(
  versions: readonly Pick<LimitVersion, 'effectiveFrom'>[],
  statedUnlimited: boolean,
  category: string,
  day: string,
): LimitAbsence {
  const from = completeFrom[category];
  if (from === undefined) return statedUnlimited ? 'none' : 'unknown';
  return day >= from && (statedUnlimited || versions.length > 0) ? 'none' : 'unknown';
}

/** State of a hazard's limits on a day: a version in force, none by the standards, or unknown. */
export type LimitPresence = 'given' | LimitAbsence;

/** Labels of the three states. Only `none` may be printed as 无职业接触限值. */
export const presenceLabels: Readonly<Record<LimitPresence, string>> = {
  given: '有职业接触限值',
  none: '无职业接触限值（标准未规定）',
  unknown: '限值未录入',
};

/**
 * Returns the state of a hazard's limits on a day.
 * @param versions all versions of the hazard
 * @param statedUnlimited whether a person stated that the standards give the hazard no limit
 */
export function presenceOf(
  versions: readonly Pick<LimitVersion, 'effectiveFrom' | 'effectiveUntil'>[],
  statedUnlimited: boolean,
  category: string,
  day: string,
): LimitPresence {
  return versions.some((version) => limitStateOn(version, day) === 'current')
    ? 'given'
    : absenceOf(versions, statedUnlimited, category, day);
}
