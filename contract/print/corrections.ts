import type { Struck } from './document';

// What a printed record shows of its trail: values that were corrected after they had been saved (DOMAIN §7.3; ISO/IEC 17025 7.5.2).

/** Old values of a row, oldest first, by the name of the field; of a keyed field by `field.key`. */
export type OldValues = Readonly<Record<string, readonly Struck[]>>;

/** Of a record and its parts, by their ids. */
export interface RecordCorrections {
  readonly sheet: OldValues;
  readonly rows: Readonly<Record<number, OldValues>>;
  readonly checks: Readonly<Record<number, OldValues>>;
  readonly detections: Readonly<Record<number, OldValues>>;
}

export const noCorrections: RecordCorrections = { sheet: {}, rows: {}, checks: {}, detections: {} };

/** A line of the trail. */
export interface TrailEdit {
  readonly person: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly at: string;
  readonly reason: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const said = (value: unknown): string => (Array.isArray(value) ? value.map(String).join('、') : typeof value === 'boolean' ? (value ? '是' : '否') : String(value));

/** Values by name, those of keyed fields one by one. */
function flat(values: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(Object.entries(values).flatMap(([name, value]) => (value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value).map(([key, one]) => [`${name}.${key}`, one] as const) : [[name, value] as const])));
}

/** Who put what in the place of what, when, and why. */
export const correctedBy = (from: string, to: string, { person, at, reason }: Pick<TrailEdit, 'person' | 'at' | 'reason'>): string => `原值${from}，${person}于${at}${to === '' ? '删去' : `改为${to}`}${reason ? `，原因：${reason}` : ''}`;

/** Old values out of the edits of one row, in the order in which they were made. What was empty was filled in and not corrected. */
export function oldValuesOf(edits: readonly TrailEdit[]): OldValues {
  const found: Record<string, Struck[]> = {};
  for (const edit of edits) {
    const after = flat(edit.after);
    for (const [name, value] of flat(edit.before)) {
      const next = after.get(name);
      if (isEmpty(value) || said(value) === (isEmpty(next) ? '' : said(next))) continue;
      (found[name] ??= []).push({ text: said(value), by: correctedBy(said(value), isEmpty(next) ? '' : said(next), edit) });
    }
  }
  return found;
}
