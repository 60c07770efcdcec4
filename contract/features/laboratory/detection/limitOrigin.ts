import { Decimal, settled } from '@contract/arithmetic/numbers/number';
import { roundSignificant } from '@contract/arithmetic/numbers/rounding';
import type { LabWork } from '../sheets/labWork';

// Where a record's detection and quantification limit come from (ISO/IEC 17025 7.5.1: what a result rests on can be
// traced).

/** A determination of a detection limit (检出限页) that a record's limit may be taken from. */
export interface LimitDetermination {
  /** The record that it stands in. */
  readonly sheet: number;
  readonly sheetNo: string;
  readonly project: number;
  /** `YYYY-MM-DD`; null where nobody noted it. */
  readonly testedOn: string | null;
  /** In the unit of the record that it stands in, unrounded. */
  readonly lod: string | null;
  readonly loq: string | null;
  readonly lodUnit: string | null;
}

/** `determined`: by a determination; `library`: from 方法库; `typed`: by hand, and like neither. */
export type LimitOrigin = 'determined' | 'library' | 'typed';

type Limit = Pick<LimitDetermination, 'lod' | 'loq' | 'lodUnit'>;
type HeadLimit = { readonly lod: string | null; readonly loq?: string | null; readonly lodUnit: string | null };

const sameNumber = (one: string, other: string): boolean => new Decimal(one).equals(other);

/** A calculated limit is told with two digits, and may be typed so. */
const isTold = (typed: string, calculated: string): boolean =>
  sameNumber(typed, calculated) || sameNumber(typed, roundSignificant(settled(new Decimal(calculated)), 2));

/** An empty quantification limit says nothing of its own: it is calculated of the detection limit. */
function agrees(
  { lod, loq = null, lodUnit }: HeadLimit,
  from: HeadLimit,
  same: (one: string, other: string) => boolean,
): boolean {
  if (lod === null || from.lod === null || (lodUnit ?? '') !== (from.lodUnit ?? '')) return false;
  const fromLoq = from.loq ?? null;
  return same(lod, from.lod) && (loq === null || (fromLoq !== null && same(loq, fromLoq)));
}

/** Whether a determination says what the head of a record says. */
export const isDeterminedBy = (head: HeadLimit, determination: Limit): boolean => agrees(head, determination, isTold);

interface OriginFacts {
  readonly sheet: HeadLimit;
  /** What 方法库 says. */
  readonly item: HeadLimit | null;
  readonly determination?: Limit | null | undefined;
}

/** Null where the record has no detection limit. */
export function limitOriginOf({ sheet, item, determination }: OriginFacts): LimitOrigin | null {
  if (sheet.lod === null) return sheet.loq ? 'typed' : null;
  if (determination && isDeterminedBy(sheet, determination)) return 'determined';
  return item && agrees(sheet, item, sameNumber) ? 'library' : 'typed';
}

export const limitOriginTexts = {
  label: '检出限来源',
  own: (day: string | null) => `本记录检出限测定${day ? `（${day}）` : ''}`,
  other: (sheetNo: string, day: string | null) => `检出限测定 ${sheetNo}${day ? `（${day}）` : ''}`,
  library: '方法库',
  typed: (source: string | null) => (source ? `手工输入：${source}` : '手工输入'),
} as const;

type OriginWork = Pick<LabWork, 'sheet' | 'item' | 'determination'>;

/** The origin as it is shown in the head and printed; empty without a limit, and of records from before origins. */
export function limitOriginText({ sheet, item, determination }: OriginWork): string {
  // A record that was handed in before origins were told says nothing of them.
  if (determination === undefined) return '';
  const origin = limitOriginOf({ sheet, item, determination });
  if (origin === null) return '';
  if (origin === 'library') return limitOriginTexts.library;
  if (origin === 'typed' || !determination) return limitOriginTexts.typed(sheet.lodSource ?? null);
  const { sheet: from, sheetNo, testedOn } = determination;
  return from === sheet.id ? limitOriginTexts.own(testedOn) : limitOriginTexts.other(sheetNo, testedOn);
}
