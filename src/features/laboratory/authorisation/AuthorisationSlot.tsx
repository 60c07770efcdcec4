import { latePart } from '@/lib/latePart';
import { useOpenAsked } from '@/lib/useOpenAsked';
import { useCan } from '@/session/useCan';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { permissionOf } from '@contract/permissions';
import { useAuthorisation } from './authorisationStore';
import { useDuties } from './dutyStore';

const AuthorisationDrawer = latePart(async () => (await import('./AuthorisationDrawer')).AuthorisationDrawer);
const DutyDrawer = latePart(async () => (await import('./DutyDrawer')).DutyDrawer);

const seeing = [permissionOf(methodAuthorisation, 'list')];

/** Mounts the drawers. Their code loads when they are first opened. */
export function AuthorisationSlot() {
  const may = useCan(seeing);
  useOpenAsked('authorisations', () => useAuthorisation.setState({ open: may }));
  const open = useAuthorisation((state) => state.open);
  const duties = useDuties((state) => state.open);
  return (
    <>
      <AuthorisationDrawer wanted={open} />
      <DutyDrawer wanted={duties} />
    </>
  );
}
