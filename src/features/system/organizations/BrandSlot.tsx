import { latePart } from '@/lib/latePart';
import { OwnerlessSlot } from '../ownerless/OwnerlessSlot';
import { useAskedBrand } from './askedBrand';
import { useNumbersOf } from './numbersOf';

const NumbersDialog = latePart(async () => (await import('./NumbersDialog')).NumbersDialog);
const PlatformBrand = latePart(async () => (await import('./PlatformBrand')).PlatformBrand);

/** Mounts the dialogs of the list: rows without an organization, 品牌 and 编号. Their code loads when they open. */
export function BrandSlot() {
  const round = useAskedBrand((state) => state.round);
  const numbering = useNumbersOf((state) => state.organization !== null);
  return (
    <>
      <OwnerlessSlot />
      <PlatformBrand wanted={round > 0} />
      <NumbersDialog wanted={numbering} />
    </>
  );
}
