import { latePart } from '@/lib/latePart';
import { useAuthorisation } from './store';

const AuthorisationDrawer = latePart(async () => (await import('./AuthorisationDrawer')).AuthorisationDrawer);

/** The drawer's place on the page; its code comes with the first look. */
export function AuthorisationSlot() {
  const open = useAuthorisation((state) => state.open);
  return <AuthorisationDrawer wanted={open} />;
}
