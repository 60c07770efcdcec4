import { deferredPart } from '@/lib/deferredPart';
import { ExpiryAlert } from './ExpiryAlert';
import { RightsSlot } from './RightsSlot';
import { useChangingRoles, useExtending, useGiving, useStateOf } from './rightsStore';

const AccountStateDialog = deferredPart(async () => (await import('./AccountStateDialog')).AccountStateDialog);
const ChangeRolesDialog = deferredPart(async () => (await import('./ChangeRolesDialog')).ChangeRolesDialog);
const SlipsDialog = deferredPart(async () => (await import('./SlipsDialog')).SlipsDialog);
const ExtendDialog = deferredPart(async () => (await import('./ExtendDialog')).ExtendDialog);

/** Warns of accounts that expire, and opens the dialogs over the list: permissions, state, roles and expiry. */
export function UserSlots() {
  const isOpen = useStateOf((state) => state.user !== null);
  const changing = useChangingRoles((state) => state.people.length > 0);
  const giving = useGiving((state) => state.people.length > 0);
  const extending = useExtending((state) => state.people.length > 0);
  return (
    <>
      <ExpiryAlert />
      <RightsSlot />
      <AccountStateDialog wanted={isOpen} />
      <ChangeRolesDialog wanted={changing} />
      <ExtendDialog wanted={extending} />
      <SlipsDialog wanted={giving} />
    </>
  );
}
