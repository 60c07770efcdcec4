import { latePart } from '@/lib/latePart';
import { AuthorisationSlot } from './authorisation/AuthorisationSlot';
import { RightsSlot } from './RightsSlot';
import { useChangingRoles, useStateOf } from './rightsStore';

const AccountStateDialog = latePart(async () => (await import('./AccountStateDialog')).AccountStateDialog);
const ChangeRolesDialog = latePart(async () => (await import('./ChangeRolesDialog')).ChangeRolesDialog);

/** The drawers and dialogs of the page. */
export function UserSlots() {
  const looking = useStateOf((state) => state.user !== null);
  const changing = useChangingRoles((state) => state.people.length > 0);
  return (
    <>
      <RightsSlot />
      <AuthorisationSlot />
      <AccountStateDialog wanted={looking} />
      <ChangeRolesDialog wanted={changing} />
    </>
  );
}
