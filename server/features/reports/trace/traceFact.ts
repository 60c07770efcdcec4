import { traceTexts, type TraceFact } from '@contract/features/reports/resultTrace';

type OptionalFields = Partial<Pick<TraceFact, 'file' | 'path'>>;

/** Returns a fact; marks it as missing if it has no value. */
export const factOrMissing = (
  label: string,
  value: string | null | undefined,
  optionalFields: OptionalFields = {},
): TraceFact => {
  const isMissing = value === null || value === undefined || value.trim() === '';
  return { label, value: isMissing ? '' : value, missing: isMissing, file: null, path: null, ...optionalFields };
};

/** Returns a missing fact with its reason. */
export const missingFact = (label: string, reason = ''): TraceFact => ({
  label,
  value: reason,
  missing: true,
  file: null,
  path: null,
});

/** Returns several facts of a kind, or one line that states that there is none. */
export const factsOrNone = (label: string, facts: readonly TraceFact[]): readonly TraceFact[] =>
  facts.length > 0 ? facts : [missingFact(label)];

/** Appends the unit to a value; null without a value. */
export const valueWithUnit = (value: unknown, unit: string): string | null =>
  value === null || value === undefined || value === '' ? null : `${String(value)} ${unit}`;

/** Describes a certificate and whether it was valid on a day. */
export function certificateWords({
  no,
  until,
  day,
}: {
  readonly no: string | null;
  readonly until: string | null;
  readonly day: string | null;
}): string | null {
  if (!no && !until) return null;
  const isExpired = until !== null && day !== null && until < day;
  return [no ?? traceTexts.missing, until === null ? null : `有效期至${until}${isExpired ? `（${day}已过期）` : ''}`]
    .filter(Boolean)
    .join('，');
}
