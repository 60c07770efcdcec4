import { latePart } from '@/lib/latePart';
import { ExpiryAlert } from './ExpiryAlert';
import { RightsSlot } from './RightsSlot';
import { useChangingRoles, useExtending, useGiving, useStateOf } from './rightsStore';

const AccountStateDialog = latePart(async () => (await import('./AccountStateDialog')).AccountStateDialog);
const ChangeRolesDialog = latePart(async () => (await import('./ChangeRolesDialog')).ChangeRolesDialog);
const SlipsDialog = latePart(async () => (await import('./SlipsDialog')).SlipsDialog);
const ExtendDialog = latePart(async () => (await import('./ExtendDialog')).ExtendDialog);

/** Warns of accounts that expire, and opens the dialogs over the list: permissions, state, roles and expiry. */
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
