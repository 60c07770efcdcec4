import { latePart } from '@/lib/latePart';
import { ExpiryAlert } from './ExpiryAlert';
import { RightsSlot } from './RightsSlot';
import { useChangingRoles, useExtending, useGiving, useStateOf } from './rightsStore';

const AccountStateDialog = latePart(async () => (await import('./AccountStateDialog')).AccountStateDialog);
const ChangeRolesDialog = latePart(async () => (await import('./ChangeRolesDialog')).ChangeRolesDialog);
const SlipsDialog = latePart(async () => (await import('./SlipsDialog')).SlipsDialog);
const ExtendDialog = latePart(async () => (await import('./ExtendDialog')).ExtendDialog);

/** What runs out, and dialogs over the list of accounts: permissions, state, and roles and expiry of several people. */
export function UserSlots() {
  const looking = useStateOf((state) => state.user !== null);
  const changing = useChangingRoles((state) => state.people.length > 0);
  const giving = useGiving((state) => state.people.length > 0);
  const extending = useExtending((state) => state.people.length > 0);
  return (
    <>
      <ExpiryAlert />
      <RightsSlot />
      <AccountStateDialog wanted={looking} />
      <ChangeRolesDialog wanted={changing} />
      <ExtendDialog wanted={extending} />
      <SlipsDialog wanted={giving} />
    </>
  );
}
