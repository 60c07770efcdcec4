import { deferredPart } from '@/lib/deferredPart';
import { OwnerlessSlot } from '../ownerless/OwnerlessSlot';
import { useBrandForm } from './brandFormStore';
import { useNumbersDialog } from './numbersDialogStore';

const NumbersDialog = deferredPart(async () => (await import('./NumbersDialog')).NumbersDialog);
const PlatformBrand = deferredPart(async () => (await import('./PlatformBrand')).PlatformBrand);

/** Mounts the dialogs of the list: rows without an organization, 品牌 and 编号. Their code loads when they open. */
export function BrandSlot() {
  const round = useBrandForm((state) => state.round);
  const numbering = useNumbersDialog((state) => state.organization !== null);
  return (
    <>
      <OwnerlessSlot />
      <PlatformBrand wanted={round > 0} />
      <NumbersDialog wanted={numbering} />
    </>
  );
}
