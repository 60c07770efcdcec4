import { deferredPart } from '@/lib/deferredPart';
import type { AnyRow } from '@contract/entity';
import { useVerification } from './verificationStore';

// Loaded when requested, not with the page.
const AuditDetail = deferredPart(async () => (await import('./AuditDetail')).AuditDetail);
const VerificationDialog = deferredPart(async () => (await import('./VerificationDialog')).VerificationDialog);

export const EventDetail = ({ row }: { readonly row: AnyRow }) => <AuditDetail wanted row={row} />;
export const VerificationReport = () => (
  <VerificationDialog wanted={useVerification((verification) => verification.report !== null)} />
);
