import { latePart } from '@/lib/latePart';
import { useRightsOf } from './rightsStore';

const RightsDrawer = latePart(async () => (await import('./RightsDrawer')).RightsDrawer);

/** The drawer's place on the page; its code comes with the first look. */
export function RightsSlot() {
  const open = useRightsOf((state) => state.user !== null);
  return <RightsDrawer wanted={open} />;
}
