import { warningDays, daysLeft } from '@contract/features/equipment/equipmentRules';
import { isAbove } from './stockAmounts';
import type { Lot } from './stockKinds';

export type LotState = 'expired' | 'soon' | 'valid';

/**
 * Returns the state of a lot.
 * @param today `YYYY-MM-DD`; on its last valid day a lot is still valid; a lot without such a day never expires
 */
export function lotState({ validUntil }: Pick<Lot, 'validUntil'>, today: string): LotState {
  if (validUntil === null) return 'valid';
  if (validUntil < today) return 'expired';
  return daysLeft(validUntil, today) <= warningDays ? 'soon' : 'valid';
}

/** Returns the key of an item: lots with the same name, size and unit have the same key. */
export const itemKey = ({
  name,
  specification,
  amountUnit,
}: Pick<Lot, 'name' | 'specification' | 'amountUnit'>): string =>
  JSON.stringify([name, specification ?? '', amountUnit ?? '']);

/** Returns whether a lot may be used today. */
export const isUsable = (lot: Lot, today: string): boolean => lot.status === '1' && lotState(lot, today) !== 'expired';
/** Returns whether a lot has any stock left. */
export const hasStock = ({ balance }: Pick<Lot, 'balance'>): boolean => isAbove(balance, '0');

/**
 * Sorts lots by first expiring, first out: last valid day, then opening day, then id (the order of entry). Expired,
 * disabled and empty lots are omitted.
 */
export function firstExpiring(lots: readonly Lot[], today: string): Lot[] {
  const farFuture = '9999-12-31';
  return lots
    .filter((lot) => isUsable(lot, today) && hasStock(lot))
    .sort(
      (a, b) =>
        (a.validUntil ?? farFuture).localeCompare(b.validUntil ?? farFuture) ||
        (a.openedOn ?? farFuture).localeCompare(b.openedOn ?? farFuture) ||
        a.id - b.id,
    );
}

/**
 * Sorts lots for selection: lots of one item together, the first to expire first. `first` marks the lot to be used
 * first.
 */
export function byExpiry(lots: readonly Lot[], onDay: string): { readonly id: number; readonly first: boolean }[] {
  const lotsByItem = new Map<string, Lot[]>();
  for (const lot of lots) lotsByItem.set(itemKey(lot), [...(lotsByItem.get(itemKey(lot)) ?? []), lot]);
  const end = ({ validUntil }: Lot): string => validUntil ?? '9999-12-31';
  return [...lotsByItem.values()].flatMap((lotsOfItem) => {
    const [first, ...laterLots] = firstExpiring(lotsOfItem, onDay);
    const markedId = first && laterLots.some((lot) => end(lot) > end(first)) ? first.id : null;
    return [...lotsOfItem]
      .sort((a, b) => end(a).localeCompare(end(b)))
      .map(({ id }) => ({ id, first: id === markedId }));
  });
}
