import { latePart } from '@/lib/latePart';
import { useAskedBrand } from './askedBrand';

const PlatformBrand = latePart(async () => (await import('./PlatformBrand')).PlatformBrand);

/** The form's place on the page; its code comes when it is asked for. */
export function BrandSlot() {
  const round = useAskedBrand((state) => state.round);
  return <PlatformBrand wanted={round > 0} />;
}
