import { latePart } from '@/lib/latePart';
import type { AnyRow } from '@contract/entity';
import { useVerification } from './verificationStore';

// Loaded when requested, not with the page.
const AuditDetail = latePart(async () => (await import('./AuditDetail')).AuditDetail);
const VerificationDialog = latePart(async () => (await import('./VerificationDialog')).VerificationDialog);

export const EventDetail = ({ row }: { readonly row: AnyRow }) => <AuditDetail wanted row={row} />;
export const VerificationReport = () => (
  <VerificationDialog wanted={useVerification((verification) => verification.report !== null)} />
);
