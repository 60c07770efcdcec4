import { Decimal } from '@contract/arithmetic/numbers/number';
import { calibrationWarningDays, daysLeft } from '@contract/features/equipment/equipmentRules';
import { isAbove, less, sumOf } from './amounts';
import type { Lot } from './kinds';

export type LotState = 'expired' | 'soon' | 'valid';

/** @param today `YYYY-MM-DD`; the last valid day still counts, and what has no end never runs out */
export function lotState({ validUntil }: Pick<Lot, 'validUntil'>, today: string): LotState {
  if (validUntil === null) return 'valid';
  if (validUntil < today) return 'expired';
  return daysLeft(validUntil, today) <= calibrationWarningDays ? 'soon' : 'valid';
}

/** Lots of one thing: what is called alike, comes in the same size and is counted alike. */
export const itemKey = ({
  name,
  specification,
  amountUnit,
}: Pick<Lot, 'name' | 'specification' | 'amountUnit'>): string =>
  JSON.stringify([name, specification ?? '', amountUnit ?? '']);

const isUsable = (lot: Lot, today: string): boolean => lot.status === '1' && lotState(lot, today) !== 'expired';
export const hasStock = ({ balance }: Pick<Lot, 'balance'>): boolean => isAbove(balance, '0');

/**
 * First expiring, first out: by the last valid day, then what was opened, then what came first. Without those that have
 * run out, are out of use, or empty.
 */
export function firstExpiring(lots: readonly Lot[], today: string): Lot[] {
  const late = '9999-12-31';
  return lots
    .filter((lot) => isUsable(lot, today) && hasStock(lot))
    .sort(
      (a, b) =>
        (a.validUntil ?? late).localeCompare(b.validUntil ?? late) ||
        (a.openedOn ?? late).localeCompare(b.openedOn ?? late) ||
        a.id - b.id,
    );
}

/**
 * Lots in the order of a choice: those of one thing together where the first of them stood, what expires first first.
 * `first` is the one to take of several.
 */
export function byExpiry(lots: readonly Lot[], onDay: string): { readonly id: number; readonly first: boolean }[] {
  const things = new Map<string, Lot[]>();
  for (const lot of lots) things.set(itemKey(lot), [...(things.get(itemKey(lot)) ?? []), lot]);
  const end = ({ validUntil }: Lot): string => validUntil ?? '9999-12-31';
  return [...things.values()].flatMap((same) => {
    const [first, ...later] = firstExpiring(same, onDay);
    const told = first && later.some((lot) => end(lot) > end(first)) ? first.id : null;
    return [...same].sort((a, b) => end(a).localeCompare(end(b))).map(({ id }) => ({ id, first: id === told }));
  });
}

export interface Share {
  readonly lot: number;
  readonly amount: string;
}

/** From which lots an amount is taken, first expiring first; `missing` is what all of them together lack. */
export function suggestLots(
  lots: readonly Lot[],
  amount: string,
  today: string,
): { readonly shares: readonly Share[]; readonly missing: string } {
  const shares: Share[] = [];
  let missing = new Decimal(amount);
  for (const lot of firstExpiring(lots, today)) {
    if (missing.lessThanOrEqualTo(0)) break;
    const there = new Decimal(lot.balance ?? '0');
    const taken = there.lessThan(missing) ? there : missing;
    shares.push({ lot: lot.id, amount: taken.toString() });
    missing = missing.minus(taken);
  }
  return { shares, missing: missing.greaterThan(0) ? missing.toString() : '0' };
}

/** A thing of which there is less than wanted. */
export interface LowItem {
  readonly name: string;
  readonly specification: string | null;
  readonly amountUnit: string | null;
  readonly usable: string;
  readonly level: string;
  readonly lots: readonly number[];
}

export interface StockWarnings {
  readonly expired: readonly Lot[];
  readonly soon: readonly Lot[];
  readonly low: readonly LowItem[];
}

/**
 * What has run out and still lies there, what does so within thirty days, and of what too little is left that may be
 * used.
 */
export function stockWarnings(lots: readonly Lot[], today: string): StockWarnings {
  const held = lots.filter((lot) => lot.status === '1' && hasStock(lot));
  const byEnd = (state: LotState) =>
    held
      .filter((lot) => lotState(lot, today) === state)
      .sort((a, b) => (a.validUntil ?? '').localeCompare(b.validUntil ?? ''));
  const items = new Map<string, Lot[]>();
  for (const lot of lots) items.set(itemKey(lot), [...(items.get(itemKey(lot)) ?? []), lot]);
  const low = [...items.values()].flatMap((same): LowItem[] => {
    const [first] = same;
    const level = same.reduce<string | null>(
      (most, { reorderLevel }) =>
        reorderLevel !== null && (most === null || isAbove(reorderLevel, most)) ? reorderLevel : most,
      null,
    );
    if (!first || level === null) return [];
    const usable = sumOf(same.filter((lot) => isUsable(lot, today)).map(({ balance }) => balance));
    if (!isAbove(less(level, usable), '0')) return [];
    return [
      {
        name: first.name,
        specification: first.specification,
        amountUnit: first.amountUnit,
        usable,
        level,
        lots: same.map(({ id }) => id),
      },
    ];
  });
  return { expired: byEnd('expired'), soon: byEnd('soon'), low };
}
