import { Decimal, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import type { LabWork } from '../sheets/labWork';

// Origin of a record's detection and quantification limit. ISO/IEC 17025 7.5.1 requires that a result is traceable.

/** A determination of a detection limit that a record may use. */
export interface LimitDetermination {
  /** Id of the record that contains the determination. */
  readonly sheet: number;
  readonly sheetNo: string;
  readonly project: number;
  /** `YYYY-MM-DD`; null where it was not recorded. */
  readonly testedOn: string | null;
  /** Detection limit in the unit of its own record, unrounded. */
  readonly lod: string | null;
  readonly loq: string | null;
  readonly lodUnit: string | null;
}

/**
 * Origin of a limit. `determined`: from a determination. `library`: from 方法库. `typed`: typed by a person and equal to
 * neither.
 */
export type LimitOrigin = 'determined' | 'library' | 'typed';

type RecordLimit = Pick<LimitDetermination, 'lod' | 'loq' | 'lodUnit'>;
type HeadLimit = { readonly lod: string | null; readonly loq?: string | null; readonly lodUnit: string | null };

const sameNumber = (first: string, other: string): boolean => new Decimal(first).equals(other);

/**
 * Returns whether a typed limit equals a calculated one. A calculated limit is displayed with two digits, so a value
 * with those two digits counts as equal.
 */
const isStated = (typedValue: string, calculatedValue: string): boolean =>
  sameNumber(typedValue, calculatedValue) ||
  sameNumber(typedValue, roundSignificant(withoutCalculationNoise(new Decimal(calculatedValue)), 2));

/**
 * Returns whether two pairs of limits agree. An empty quantification limit is derived from the detection limit, so it
 * never differs.
 */
function limitsAgree(
  { lod, loq = null, lodUnit }: HeadLimit,
  from: HeadLimit,
  isSame: (one: string, other: string) => boolean,
): boolean {
  if (lod === null || from.lod === null || (lodUnit ?? '') !== (from.lodUnit ?? '')) return false;
  const fromLoq = from.loq ?? null;
  return isSame(lod, from.lod) && (loq === null || (fromLoq !== null && isSame(loq, fromLoq)));
}

/** Returns whether the limits in a record's head are from a determination. */
export const isDeterminedBy = (head: HeadLimit, determination: RecordLimit): boolean =>
  limitsAgree(head, determination, isStated);

interface OriginFacts {
  readonly sheet: HeadLimit;
  /** Limits of the item in 方法库. */
  readonly item: HeadLimit | null;
  readonly determination?: RecordLimit | null | undefined;
}

/** Returns the origin; null where the record has no detection limit. */
export function limitOriginOf({ sheet, item, determination }: OriginFacts): LimitOrigin | null {
  if (sheet.lod === null) return sheet.loq ? 'typed' : null;
  if (determination && isDeterminedBy(sheet, determination)) return 'determined';
  return item && limitsAgree(sheet, item, sameNumber) ? 'library' : 'typed';
}

export const limitOriginTexts = {
  label: '检出限来源',
  own: (day: string | null) => `本记录检出限测定${day ? `（${day}）` : ''}`,
  other: (sheetNo: string, day: string | null) => `检出限测定 ${sheetNo}${day ? `（${day}）` : ''}`,
  library: '方法库',
  typed: (source: string | null) => (source ? `手工输入：${source}` : '手工输入'),
} as const;

type OriginWork = Pick<LabWork, 'sheet' | 'item' | 'determination'>;

/**
 * Formats the origin for the head and the paper; empty without a limit, and for records that were submitted before
 * origins were stored.
 */
export function limitOriginText({ sheet, item, determination }: OriginWork): string {
  // The record was submitted before origins were stored.
  if (determination === undefined) return '';
  const limitOrigin = limitOriginOf({ sheet, item, determination });
  if (limitOrigin === null) return '';
  if (limitOrigin === 'library') return limitOriginTexts.library;
  if (limitOrigin === 'typed' || !determination) return limitOriginTexts.typed(sheet.lodSource ?? null);
  const { sheet: from, sheetNo, testedOn } = determination;
  return from === sheet.id ? limitOriginTexts.own(testedOn) : limitOriginTexts.other(sheetNo, testedOn);
}
