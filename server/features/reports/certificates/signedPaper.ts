import { certificateTexts } from '@contract/features/reports/certificates/certificateTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { storeForAdministrators } from '@server/features/notices/tellAdministrators';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';
import { paperSigners } from './paperSigners';

interface PaperToSign {
  readonly report: { readonly id: number; readonly reportNo: string | null; readonly organizationId: number | null };
  readonly person: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Signs the paper of a report that is being issued, by the certificates of the person who issues it and of the
 * organization. The returned bytes are stored, hashed and served.
 * @returns the given bytes if there is no certificate
 * @throws Refusal 409 `certificate` if one can't be used any more
 */
export async function signedPaper(
  services: Services,
  tx: Orm,
  { report, person, bytes }: PaperToSign,
): Promise<Uint8Array<ArrayBuffer>> {
  const signers = await paperSigners(services, tx, { organizationId: report.organizationId, person });
  if (signers.length === 0) return bytes;
  const { signPdf } = await import('@server/signing/certified/signPdf');
  const { tsaUrl } = services.env;
  const signedPdf = await signPdf(bytes, {
    at: services.now(),
    signers,
    // The operator sets the address and may run an authority in the local network.
    authority: tsaUrl === undefined ? null : { url: tsaUrl, localAllowed: true },
  });
  await recordAudit(tx, actorOf(systemCall(certificateTexts.signedPaper)), [
    {
      action: 'add',
      entity: { name: 'report', label: certificateTexts.signedPaper },
      entityId: report.id,
      title: report.reportNo ?? '',
      organizationId: report.organizationId,
      after: {
        signers: signers.map(({ name }) => name),
        timestamp: tsaUrl !== undefined && signedPdf.unstamped === null,
      },
      ...(signedPdf.unstamped === null ? {} : { reason: signedPdf.unstamped }),
    },
  ]);
  if (signedPdf.unstamped !== null)
    await storeForAdministrators(services, tx, {
      programPart: certificateTexts.signedPaper,
      title: certificateTexts.unstampedTitle(report.reportNo ?? ''),
      text: signedPdf.unstamped,
    });
  return Uint8Array.from(signedPdf.bytes);
}
