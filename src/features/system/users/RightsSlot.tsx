import { deferredPart } from '@/lib/deferredPart';
import { useRightsOf } from './rightsStore';

const RightsDrawer = deferredPart(async () => (await import('./RightsDrawer')).RightsDrawer);

/** Mounts the drawer. Its code loads when it is first opened. */
export function RightsSlot() {
  const open = useRightsOf((state) => state.user !== null);
  return <RightsDrawer wanted={open} />;
}
