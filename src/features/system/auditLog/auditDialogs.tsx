import { deferredPart } from '@/lib/deferredPart';
import type { AnyRow } from '@contract/entity';
import { useVerification } from './verificationStore';

// Loaded when requested, not with the page.
const AuditDetail = deferredPart(async () => (await import('./AuditDetail')).AuditDetail);
const TrailVerificationDialog = deferredPart(
  async () => (await import('./TrailVerificationDialog')).TrailVerificationDialog,
);

export const EventDetail = ({ row }: { readonly row: AnyRow }) => <AuditDetail wanted row={row} />;
export const VerificationReport = () => (
  <TrailVerificationDialog wanted={useVerification((verification) => verification.report !== null)} />
);
