import { deferredPart } from '@/lib/deferredPart';
import { ExpiryAlert } from './ExpiryAlert';
import { RightsSlot } from './RightsSlot';
import { useRoleChange, useExpiryExtension, usePasswordSlips, useAccountStateOf } from './rightsStore';

const AccountStateDialog = deferredPart(async () => (await import('./AccountStateDialog')).AccountStateDialog);
const ChangeRolesDialog = deferredPart(async () => (await import('./ChangeRolesDialog')).ChangeRolesDialog);
const PasswordSlipsDialog = deferredPart(async () => (await import('./PasswordSlipsDialog')).PasswordSlipsDialog);
const ExtendExpiryDialog = deferredPart(async () => (await import('./ExtendExpiryDialog')).ExtendExpiryDialog);

/** Warns of accounts that expire, and opens the dialogs over the list: permissions, state, roles and expiry. */
export function UserSlots() {
  const isOpen = useAccountStateOf((state) => state.user !== null);
  const isChangingRoles = useRoleChange((state) => state.people.length > 0);
  const isGivingPasswords = usePasswordSlips((state) => state.people.length > 0);
  const isExtendingExpiry = useExpiryExtension((state) => state.people.length > 0);
  return (
    <>
      <ExpiryAlert />
      <RightsSlot />
      <AccountStateDialog wanted={isOpen} />
      <ChangeRolesDialog wanted={isChangingRoles} />
      <ExtendExpiryDialog wanted={isExtendingExpiry} />
      <PasswordSlipsDialog wanted={isGivingPasswords} />
    </>
  );
}
