import { latePart } from '@/lib/latePart';
import { useOpenAsked } from '@/lib/useOpenAsked';
import { useCan } from '@/session/useCan';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { permissionOf } from '@contract/permissions';
import { useAuthorisation } from './authorisationStore';

const AuthorisationDrawer = latePart(async () => (await import('./AuthorisationDrawer')).AuthorisationDrawer);

const seeing = [permissionOf(methodAuthorisation, 'list')];

/** Place of the drawer; its code loads when it first opens. */
export function AuthorisationSlot() {
  const may = useCan(seeing);
  useOpenAsked('authorisations', () => useAuthorisation.setState({ open: may }));
  const open = useAuthorisation((state) => state.open);
  return <AuthorisationDrawer wanted={open} />;
}
