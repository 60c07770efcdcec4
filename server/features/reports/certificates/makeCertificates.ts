import { type KeyPairKeyObjectResult, X509Certificate } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { certificateTexts, retentionYears, validYears } from '@contract/features/reports/certificates/certificateTexts';
import { signingCertificate } from '@contract/features/reports/entities/signingCertificate';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { encryptSecret, decryptSecret } from '@server/base/secretEncryption';
import { formatDay, formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { organizationTable, signingCertificateTable, userTable } from '@server/db/schema';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import type { CmsKey } from '@server/signing/certified/cmsSignature';
import { chainOf, type StoredCertificate } from './paperSigners';

type CertificateKind = 'authority' | 'organization' | 'person';

interface NewCertificate {
  readonly kind: CertificateKind;
  readonly source: 'made' | 'loaded';
  readonly person: number | null;
  readonly organizationId: number;
  readonly key: CmsKey;
  /** Set if the person has just accepted 数字证书使用协议. */
  readonly accepted?: true;
}

const addYears = (from: Date, years: number): Date => {
  const endDate = new Date(from);
  endDate.setUTCFullYear(endDate.getUTCFullYear() + years);
  return endDate;
};

/** Marks the certificates of a holder that are in use as ended. */
async function endReplacedCertificates(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  certificate: NewCertificate,
): Promise<void> {
  const { kind, person, organizationId } = certificate;
  const table = signingCertificateTable;
  const formerCertificates = await tx
    .select({ id: table.id, holder: table.holder, person: table.person })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), eq(table.kind, kind), eq(table.state, 'inUse')));
  for (const formerRow of formerCertificates.filter((row) => row.person === person))
    await endCertificate(context, tx, call, { ...formerRow, organizationId }, 'replaced', certificateTexts.replacedBy);
}

/** Ends a certificate, with an audit line. */
export async function endCertificate(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  row: Pick<StoredCertificate, 'id' | 'holder' | 'organizationId'>,
  state: 'replaced' | 'revoked',
  reason: string,
): Promise<void> {
  await tx
    .update(signingCertificateTable)
    .set({ state, endedAt: services.now(), endReason: reason, updateTime: services.now() })
    .where(eq(signingCertificateTable.id, row.id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'status',
      entity: signingCertificate,
      entityId: row.id,
      title: row.holder,
      organizationId: row.organizationId,
      before: { state: 'inUse' },
      after: { state },
      reason,
    },
  ]);
}

/** Stores a certificate with its encrypted key, in place of the holder's former one. */
export async function storeCertificate(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  certificate: NewCertificate,
): Promise<number> {
  const { services, registry } = context;
  const { env, now } = services;
  const { factsOf } = await import('@server/signing/certified/signingCertificates');
  const [der] = certificate.key.chain;
  if (!der) throw new Error('a certificate without a certificate');
  const certificateFacts = factsOf(der);
  await endReplacedCertificates(context, tx, call, certificate);
  const row = await insertRow(
    { services, registry, resource: registry.named(signingCertificate.name), call },
    tx,
    {
      holder: certificateFacts.holder,
      kind: certificate.kind,
      person: certificate.person,
      source: certificate.source,
      state: 'inUse',
      issuer: certificateFacts.issuer,
      serialNo: certificateFacts.serial,
      fingerprint: certificateFacts.fingerprint,
      validFrom: formatDay(certificateFacts.from, env.zone),
      validUntil: formatDay(certificateFacts.until, env.zone),
      keptUntil: formatDay(addYears(certificateFacts.until, retentionYears), env.zone),
      ...(certificate.accepted
        ? { acceptedAt: formatMoment(now(), env.zone), agreement: certificateAgreement.version }
        : {}),
    },
    { action: 'add' },
    certificate.organizationId,
  );
  await tx
    .update(signingCertificateTable)
    .set({
      chain: certificate.key.chain.map((encoded) => new X509Certificate(encoded).toString()).join(''),
      keyStored: encryptSecret(env, certificate.key.key),
    })
    .where(eq(signingCertificateTable.id, row.id));
  return row.id;
}

async function lockOrganizationName(tx: Orm, id: number): Promise<string> {
  // The lock makes two people who create a certificate at once wait for each other.
  const [organization] = await tx
    .select({ name: organizationTable.name })
    .from(organizationTable)
    .where(eq(organizationTable.id, id))
    .for('no key update');
  return organization?.name ?? '';
}

/** Returns the organization's own certificate authority; undefined if there is none that outlives a new certificate. */
async function validAuthority({ env, now }: Services, orm: Orm, organizationId: number): Promise<CmsKey | undefined> {
  const table = signingCertificateTable;
  const [authorityRow] = await orm
    .select()
    .from(table)
    .where(and(eq(table.organizationId, organizationId), eq(table.kind, 'authority'), eq(table.state, 'inUse')))
    .orderBy(desc(table.id))
    .limit(1);
  const requiredUntil = formatDay(addYears(now(), validYears.holder), env.zone);
  const key = authorityRow?.keyStored ? decryptSecret(env, authorityRow.keyStored) : undefined;
  return authorityRow?.chain && key !== undefined && (authorityRow.validUntil ?? '') >= requiredUntil
    ? { key, chain: chainOf(authorityRow.chain) }
    : undefined;
}

/** Key pairs for a new certificate. */
interface PreparedKeys {
  readonly signer: KeyPairKeyObjectResult;
  /** Null if the organization has a valid authority. */
  readonly authority: KeyPairKeyObjectResult | null;
}

/**
 * Generates the key pairs for a new certificate of an organization. It runs before the transaction, since on the
 * embedded database a transaction lets nobody else in.
 */
export async function prepareKeys({ services }: CrudContext, organizationId: number): Promise<PreparedKeys> {
  const { generateSigningKeys } = await import('@server/signing/certified/signingCertificates');
  const authority = await validAuthority(services, services.database.orm, organizationId);
  return {
    signer: await generateSigningKeys('signer'),
    authority: authority ? null : await generateSigningKeys('authority'),
  };
}

/**
 * Returns the organization's own certificate authority. Creates a new one if there is none, or if it ends before a
 * certificate that it would issue.
 */
async function authorityOf(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { organizationId, name, keys }: { organizationId: number; name: string; keys: PreparedKeys },
): Promise<CmsKey> {
  const { services } = context;
  const storedAuthority = await validAuthority(services, tx, organizationId);
  if (storedAuthority) return storedAuthority;
  const { generateSigningKeys, makeCertificate } = await import('@server/signing/certified/signingCertificates');
  const authority = await makeCertificate({
    subject: { commonName: certificateTexts.authorityName(name), organization: name },
    from: services.now(),
    until: addYears(services.now(), validYears.authority),
    issuer: null,
    // The authority was valid when the keys were prepared, and has ended since.
    keys: keys.authority ?? (await generateSigningKeys('authority')),
  });
  await storeCertificate(context, tx, call, {
    kind: 'authority',
    source: 'made',
    person: null,
    organizationId,
    key: authority,
  });
  return authority;
}

interface CertificateHolder {
  readonly organizationId: number;
  /** Person who gets the certificate; null for the organization's own. */
  readonly person: number | null;
}

/**
 * Creates a certificate by the organization's own authority, in place of the former one.
 * @param keys key pairs from {@link prepareKeys}
 * @returns id of the certificate
 */
export async function makeOwnCertificate(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { organizationId, person }: CertificateHolder,
  keys: PreparedKeys,
): Promise<number> {
  const { services } = context;
  const name = await lockOrganizationName(tx, organizationId);
  const authority = await authorityOf(context, tx, call, { organizationId, name, keys });
  const [certificateHolder] =
    person === null
      ? []
      : await tx
          .select({ nickName: userTable.nickName, userName: userTable.userName })
          .from(userTable)
          .where(eq(userTable.id, person));
  if (person !== null && !certificateHolder) throw new Error('a certificate for nobody');
  const { makeCertificate } = await import('@server/signing/certified/signingCertificates');
  const certificate = await makeCertificate({
    subject: certificateHolder
      ? { commonName: certificateHolder.nickName, organization: name, account: certificateHolder.userName }
      : { commonName: name, organization: name },
    from: services.now(),
    until: addYears(services.now(), validYears.holder),
    issuer: authority,
    keys: keys.signer,
  });
  return storeCertificate(context, tx, call, {
    kind: person === null ? 'organization' : 'person',
    source: 'made',
    person,
    organizationId,
    key: certificate,
    ...(person === null ? {} : { accepted: true }),
  });
}
