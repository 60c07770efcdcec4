import { latePart } from '@/lib/latePart';
import { RightsSlot } from './RightsSlot';
import { useChangingRoles, useStateOf } from './rightsStore';

const AccountStateDialog = latePart(async () => (await import('./AccountStateDialog')).AccountStateDialog);
const ChangeRolesDialog = latePart(async () => (await import('./ChangeRolesDialog')).ChangeRolesDialog);

/** Dialogs over the list of accounts: permissions, state, and roles of several people. */
export function UserSlots() {
  const looking = useStateOf((state) => state.user !== null);
  const changing = useChangingRoles((state) => state.people.length > 0);
  return (
    <>
      <RightsSlot />
      <AccountStateDialog wanted={looking} />
      <ChangeRolesDialog wanted={changing} />
    </>
  );
}
