import { AuthorisationSlot } from './authorisation/AuthorisationSlot';
import { RightsSlot } from './RightsSlot';

/** The drawers of the page. */
export const UserSlots = () => (
  <>
    <RightsSlot />
    <AuthorisationSlot />
  </>
);
