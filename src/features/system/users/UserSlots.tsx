import { AuthorisationSlot } from '@/features/laboratory/authorisation/AuthorisationSlot';
import { RightsSlot } from './RightsSlot';

/** The drawers of the page. */
export const UserSlots = () => (
  <>
    <RightsSlot />
    <AuthorisationSlot />
  </>
);
