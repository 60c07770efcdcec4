// A limit is kept in versions: which value holds is decided by the day of sampling (DOMAIN §9, 5).

/** What tells versions apart; a row of `hazardLimit` is one. */
export interface LimitVersion {
  readonly id: number;
  /** Null for everybody's. */
  readonly organizationId: number | null;
  readonly hazard: number;
  readonly kind: string;
  readonly condition: string | null;
  readonly standard: string;
  /** `YYYY-MM-DD`, both days included; no end is until further notice. */
  readonly effectiveFrom: string;
  readonly effectiveUntil: string | null;
}

export type LimitState = 'past' | 'current' | 'future';

/** How a version stands to a day (`YYYY-MM-DD`). */
export function limitStateOn(
  { effectiveFrom, effectiveUntil }: Pick<LimitVersion, 'effectiveFrom' | 'effectiveUntil'>,
  day: string,
): LimitState {
  if (day < effectiveFrom) return 'future';
  return effectiveUntil !== null && day > effectiveUntil ? 'past' : 'current';
}

/** Versions of one thing: a hazard's limit of one kind under one condition. */
const thingOf = ({ hazard, kind, condition }: LimitVersion): string => `${hazard}/${kind}/${condition ?? ''}`;

/**
 * The versions that hold on a day, one for each kind and condition: an organisation's own goes before everybody's. A
 * kind without a
 * version on that day is absent; nothing is carried over a gap.
 */
export function limitsOn<V extends LimitVersion>(versions: readonly V[], day: string): V[] {
  const found = new Map<string, V>();
  for (const version of versions) {
    if (limitStateOn(version, day) !== 'current') continue;
    const held = found.get(thingOf(version));
    if (!held || (held.organizationId === null && version.organizationId !== null))
      found.set(thingOf(version), version);
  }
  return [...found.values()];
}

/**
 * The first of the others that holds on a day of the version's own span; two owners' versions stand beside each other.
 */
export function overlapOf<V extends LimitVersion>(version: LimitVersion, others: readonly V[]): V | undefined {
  return others.find(
    (other) =>
      other.id !== version.id &&
      other.organizationId === version.organizationId &&
      thingOf(other) === thingOf(version) &&
      other.effectiveFrom <= (version.effectiveUntil ?? '9999-12-31') &&
      version.effectiveFrom <= (other.effectiveUntil ?? '9999-12-31'),
  );
}

const nextDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

/** Spans without a limit between two versions of one thing, first and last day included. */
export function gapsOf(versions: readonly LimitVersion[]): { from: string; until: string }[] {
  const sorted = [...versions].sort((a, b) => a.effectiveFrom.localeCompare(b.effectiveFrom));
  return sorted.flatMap((version, at) => {
    const next = sorted[at + 1];
    if (!next || version.effectiveUntil === null) return [];
    const [from, until] = [nextDay(version.effectiveUntil, 1), nextDay(next.effectiveFrom, -1)];
    return from <= until ? [{ from, until }] : [];
  });
}

const spanOf = ({ effectiveFrom, effectiveUntil }: Pick<LimitVersion, 'effectiveFrom' | 'effectiveUntil'>): string =>
  `${effectiveFrom}至${effectiveUntil ?? '今'}`;

/** What the person reads when two versions would hold at once. */
export const overlapMessage = (other: LimitVersion): string =>
  `与“${other.standard}”的同类限值（${spanOf(other)}）生效日期重叠，请先为旧版本填写失效日期，或调整生效日期`;

/**
 * Why a hazard has no limit on a day: the standard in force gives it `none`, or it is `unknown` because nobody entered
 * it.
 */
export type LimitAbsence = 'none' | 'unknown';

/**
 * First day from which the library knows every limit that the standards give, by category: GBZ 2.1-2019 since
 * 2020-04-01, GBZ 2.2-2007 since
 * 2007-11-01. Before it an absent limit says nothing.
 */
const completeFrom: Readonly<Record<string, string>> = {
  chemical: '2020-04-01',
  dust: '2020-04-01',
  biological: '2020-04-01',
  physical: '2007-11-01',
};

/**
 * Tells what an absent limit means. Within the time that the library is complete for, a hazard that it knows and that
 * has no version in force has no
 * limit; a hazard without any version counts as known only where somebody stated that the standards give it none.
 * @param versions all versions of the hazard
 * @param stated somebody stated that the standards give the hazard no limit
 */
export function absenceOf(
  versions: readonly Pick<LimitVersion, 'effectiveFrom'>[],
  stated: boolean,
  category: string,
  day: string,
): LimitAbsence {
  const from = completeFrom[category];
  if (from === undefined) return stated ? 'none' : 'unknown';
  return day >= from && (stated || versions.length > 0) ? 'none' : 'unknown';
}
