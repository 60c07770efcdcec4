import { Link } from 'react-router-dom';
import { useCan } from '@/session/useCan';
import { type Lot, lotTitle, type StockKind } from '@contract/features/stock/stockKinds';
import { rowAddress } from '@contract/fields/formAddress';
import { permissionOf } from '@contract/permissions';

const lotPages = {
  standard: '/resource/standards',
  reagent: '/resource/reagents',
  consumable: '/resource/consumables',
} as const;

/** Title of a lot, linked for people who may list its kind. */
export function LotLink({ kind, lot }: { readonly kind: StockKind; readonly lot: Lot }) {
  return useCan([permissionOf({ name: kind }, 'list')]) ? (
    <Link to={rowAddress(lotPages[kind], lot.id)}>{lotTitle(lot)}</Link>
  ) : (
    lotTitle(lot)
  );
}
