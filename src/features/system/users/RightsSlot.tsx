import { latePart } from '@/lib/latePart';
import { useRightsOf } from './rightsStore';

const RightsDrawer = latePart(async () => (await import('./RightsDrawer')).RightsDrawer);

/** Place of the drawer; its code loads when it first opens. */
export function RightsSlot() {
  const open = useRightsOf((state) => state.user !== null);
  return <RightsDrawer wanted={open} />;
}
