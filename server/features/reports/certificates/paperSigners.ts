import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import { certificateTexts } from '@contract/features/reports/certificates/certificateTexts';
import { decryptSecret } from '@server/base/secretEncryption';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { signingCertificateTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { Services } from '@server/services';
import type { PdfSigner } from '@server/signing/certified/signPdf';

export type StoredCertificate = typeof signingCertificateTable.$inferSelect;

/** Holder of a certificate: the organization (null) or a person. */
interface CertificateHolder {
  readonly organizationId: number;
  readonly person: number | null;
}

/** Returns the newest certificate of a holder, in any state. */
export async function newestCertificate(
  orm: Orm,
  { organizationId, person }: CertificateHolder,
): Promise<StoredCertificate | undefined> {
  const [certificate] = await orm
    .select()
    .from(signingCertificateTable)
    .where(
      and(
        eq(signingCertificateTable.organizationId, organizationId),
        ne(signingCertificateTable.kind, 'authority'),
        person === null ? isNull(signingCertificateTable.person) : eq(signingCertificateTable.person, person),
      ),
    )
    .orderBy(desc(signingCertificateTable.id))
    .limit(1);
  return certificate;
}

/** Splits concatenated PEM texts and returns each in DER. */
export const chainOf = (pem: string): Uint8Array[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map(([, text = '']) =>
    Uint8Array.from(Buffer.from(text, 'base64')),
  );

/**
 * Returns key and certificates of a row that may sign today.
 * @throws Refusal 409 `certificate` for a certificate that is revoked, expired, not valid yet, or sealed by another
 * master key
 */
function signerOf({ env }: Services, row: StoredCertificate, day: string): PdfSigner {
  const { state, validFrom, validUntil, keyStored, chain } = row;
  const holderName = row.holder ?? '';
  const remedyText = certificateTexts.cure[row.person === null ? 'organization' : 'person'];
  const key = keyStored === null ? undefined : decryptSecret(env, keyStored);
  const fault =
    state !== 'inUse'
      ? certificateTexts.revoked(holderName, remedyText)
      : validUntil === null || day > validUntil
        ? certificateTexts.expired(holderName, validUntil ?? '', remedyText)
        : validFrom === null || day < validFrom
          ? certificateTexts.notYet(holderName, validFrom ?? '')
          : null;
  if (fault !== null) throw conflict(fault, 'certificate');
  // refusal: unreadable
  if (key === undefined || chain === null)
    throw conflict(certificateTexts.unreadable(holderName, remedyText), 'certificate');
  return { key, chain: chainOf(chain), name: holderName, reason: certificateTexts.reason };
}

/**
 * Returns the signers of a paper by certificate: the person who issues it, if that person has a certificate, then the
 * organization. Returns none if the organization has no certificate; its papers are then issued without.
 * @throws Refusal 409 `certificate` if one of them can't be used
 */
export async function paperSigners(
  services: Services,
  tx: Orm,
  { organizationId, person }: { readonly organizationId: number | null; readonly person: number },
): Promise<PdfSigner[]> {
  if (organizationId === null) return [];
  const day = formatDay(services.now(), services.env.zone);
  const rows = await Promise.all(
    [person, null].map((personId) => newestCertificate(tx, { organizationId, person: personId })),
  );
  return rows.flatMap((row) => (row ? [signerOf(services, row, day)] : []));
}
