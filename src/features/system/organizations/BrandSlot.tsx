import { latePart } from '@/lib/latePart';
import { useAskedBrand } from './askedBrand';

const PlatformBrand = latePart(async () => (await import('./PlatformBrand')).PlatformBrand);

/** Place of the form; its code loads when it is opened. */
export function BrandSlot() {
  const round = useAskedBrand((state) => state.round);
  return <PlatformBrand wanted={round > 0} />;
}
