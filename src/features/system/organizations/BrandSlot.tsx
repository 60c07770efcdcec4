import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { deferredPart } from '@/lib/deferredPart';
import { OwnerlessSlot } from '../ownerless/OwnerlessSlot';
import { useBrandForm } from './brandFormStore';
import { openMailForm, useMailForm } from './mailFormStore';
import { useNumbersDialog } from './numbersDialogStore';

const NumbersDialog = deferredPart(async () => (await import('./NumbersDialog')).NumbersDialog);
const PlatformBrand = deferredPart(async () => (await import('./PlatformBrand')).PlatformBrand);

const MailServerForm = deferredPart(async () => (await import('./MailServerForm')).MailServerForm);

/** Opens 邮件设置 for an address with `?mail=1`, and takes the parameter away. */
function useMailAddress() {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.has('mail');
  useEffect(() => {
    if (!isRequested) return;
    openMailForm();
    setSearch({}, { replace: true });
  }, [isRequested, setSearch]);
}

/** Mounts the dialogs of the list: rows without an organization, 品牌, 邮件设置 and 编号. Their code loads when they open. */
export function BrandSlot() {
  const round = useBrandForm((state) => state.round);
  const mailRound = useMailForm((state) => state.round);
  useMailAddress();
  const numbering = useNumbersDialog((state) => state.organization !== null);
  return (
    <>
      <OwnerlessSlot />
      <PlatformBrand wanted={round > 0} />
      <MailServerForm wanted={mailRound > 0} />
      <NumbersDialog wanted={numbering} />
    </>
  );
}
