import { deferredPart } from '@/lib/deferredPart';
import { useOpenFromAddress } from '@/lib/useOpenFromAddress';
import { useCan } from '@/session/useCan';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { permissionOf } from '@contract/permissions';
import { useAuthorisation } from './authorisationStore';
import { useDuties } from './dutyStore';

const AuthorisationDrawer = deferredPart(async () => (await import('./AuthorisationDrawer')).AuthorisationDrawer);
const DutyDrawer = deferredPart(async () => (await import('./DutyDrawer')).DutyDrawer);

const listPermissions = [permissionOf(methodAuthorisation, 'list')];

/** Mounts the drawers. Their code loads when they are first opened. */
export function AuthorisationSlot() {
  const mayList = useCan(listPermissions);
  useOpenFromAddress('authorisations', () => useAuthorisation.setState({ open: mayList }));
  const open = useAuthorisation((state) => state.open);
  const duties = useDuties((state) => state.open);
  return (
    <>
      <AuthorisationDrawer wanted={open} />
      <DutyDrawer wanted={duties} />
    </>
  );
}
