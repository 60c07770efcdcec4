import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { certificateTexts, type OwnCertificate } from '@contract/features/reports/certificates/certificateTexts';
import { signingCertificate } from '@contract/features/reports/entities/signingCertificate';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { formatDay, formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { findVisibleRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { signingCertificateTable } from '@server/db/schema';
import { idSchema } from '@server/http/bodySchemas';
import { conflict, invalid, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { isOutsider } from '@server/http/viewer';
import type { Services } from '@server/services';
import { openP12 } from '@server/signing/certified/openP12';
import { P12Refusal } from '@server/signing/certified/p12Refusal';
import { confirmSigningPassword } from '@server/workflow/confirmSigningPassword';
import { endCertificate, makeOwnCertificate, prepareKeys, storeCertificate } from './makeCertificates';
import { newestCertificate } from './paperSigners';

const { path, label: tag } = signingCertificate;

const loadBody = z.object({
  /** PKCS #12 as base64. */
  file: z
    .base64({ error: () => certificateTexts.noFile })
    .min(1, certificateTexts.noFile)
    .max(400_000),
  password: z
    .string({ error: () => certificateTexts.noPassword })
    .min(1, certificateTexts.noPassword)
    .max(200),
});
const ownBody = z.object({
  password: z.string().max(200).optional(),
  agreement: z.string({ error: () => certificateTexts.mustAccept }).max(40),
});
const endBody = z.object({
  id: idSchema,
  reason: z
    .string({ error: () => certificateTexts.noReason })
    .trim()
    .min(1, certificateTexts.noReason)
    .max(300, '原因不能超过300个字'),
});

/**
 * Returns the organization of a certificate.
 * @throws Refusal 400 if a platform administrator has not chosen one
 */
function organizationOf(call: Call<unknown>): number {
  const { homeOrganizationId } = call.viewer;
  if (homeOrganizationId === null) throw invalid([{ field: 'organizationId', message: failures.noOrganization }]);
  return homeOrganizationId;
}

/** Opens an uploaded certificate file; reports its faults at the field. */
async function openKeyFile({ file, password }: z.output<typeof loadBody>) {
  try {
    return await openP12(Buffer.from(file, 'base64'), password);
  } catch (error) {
    if (error instanceof P12Refusal) throw invalid([{ field: 'file', message: error.message }]);
    throw error;
  }
}

async function loadCertificate(context: CrudContext, call: Call<z.output<typeof loadBody>>) {
  const { services } = context;
  const organizationId = organizationOf(call);
  const key = await openKeyFile(call.body);
  const { factsOf } = await import('@server/signing/certified/signingCertificates');
  const { from, until } = factsOf(key.chain[0] as Uint8Array);
  const dayOf = (at: Date): string => formatDay(at, services.env.zone);
  const refuse = (message: string) => invalid([{ field: 'file', message }]);
  if (until <= services.now()) throw refuse(certificateTexts.expiredFile(dayOf(until)));
  if (from > services.now()) throw refuse(certificateTexts.earlyFile(dayOf(from)));
  const certificateId = await services.database.transaction((tx) =>
    once(tx, call, () =>
      storeCertificate(context, tx, call, {
        kind: 'organization',
        source: 'loaded',
        person: null,
        organizationId,
        key,
      }),
    ),
  );
  return ok(certificateTexts.loaded, { id: certificateId });
}

/** Revokes a certificate. Papers signed with it stay signed. */
async function revokeCertificate(context: CrudContext, call: Call<z.output<typeof endBody>>) {
  const { services, registry } = context;
  const { id: row, reason } = call.body;
  const operationContext = { services, registry, resource: registry.named(signingCertificate.name), call };
  await services.database.transaction(async (tx) => {
    const [visibleRow] = await findVisibleRows(operationContext, tx, [row], false);
    if (!visibleRow) throw notFound();
    const [storedCertificate] = await tx
      .select()
      .from(signingCertificateTable)
      .where(eq(signingCertificateTable.id, row))
      .for('update');
    if (!storedCertificate || storedCertificate.state !== 'inUse')
      throw conflict(certificateTexts.alreadyEnded(String(visibleRow.holder)));
    // refusal: authority
    if (storedCertificate.kind === 'authority')
      throw conflict(certificateTexts.notAuthority(storedCertificate.holder ?? ''));
    await endCertificate(context, tx, call, storedCertificate, 'revoked', reason);
  });
  return ok(certificateTexts.ended);
}

const mayHave = (call: Call<unknown>): boolean =>
  !call.viewer.user.isAdmin && !isOutsider(call.viewer) && call.viewer.user.organizationId !== null;

/** Returns the viewer's own certificate, for the user center. */
async function readOwnCertificate({ services }: CrudContext, call: Call<unknown>): Promise<OwnCertificate> {
  const { id: personId, organizationId } = call.viewer.user;
  const isOffered = mayHave(call);
  const certificate =
    isOffered && organizationId !== null
      ? await newestCertificate(services.database.orm, { organizationId, person: personId })
      : undefined;
  return {
    agreement: certificateAgreement.version,
    isAvailable: isOffered,
    current: certificate
      ? {
          holder: certificate.holder ?? '',
          issuer: certificate.issuer ?? '',
          fingerprint: certificate.fingerprint ?? '',
          validFrom: certificate.validFrom ?? '',
          validUntil: certificate.validUntil ?? '',
          acceptedAt: certificate.acceptedAt ? formatMoment(certificate.acceptedAt, services.env.zone) : null,
          state: certificate.state ?? '',
        }
      : null,
  };
}

async function applyForCertificate(context: CrudContext, call: Call<z.output<typeof ownBody>>) {
  const { services } = context;
  const { id: personId, organizationId } = call.viewer.user;
  if (!mayHave(call) || organizationId === null) throw conflict(certificateTexts.onlySigners);
  // refusal: outdated
  if (call.body.agreement !== certificateAgreement.version) throw conflict(certificateTexts.outdated);
  await confirmSigningPassword(services, call, call.body.password, certificateTexts.purpose);
  const keys = await prepareKeys(context, organizationId);
  const certificateId = await services.database.transaction((tx) =>
    once(tx, call, () => makeOwnCertificate(context, tx, call, { organizationId, person: personId }, keys)),
  );
  return ok(certificateTexts.made, { id: certificateId });
}

/** Routes of the certificates that sign issued reports. */
export function certificateRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const add = [permissionOf(signingCertificate, 'add')];
  return [
    route({
      method: 'POST',
      path: `${path}/make`,
      permission: add,
      tag,
      summary: '生成机构的数字证书（本系统的私有CA），替代正在使用的',
      async handle(call) {
        const organizationId = organizationOf(call);
        const keys = await prepareKeys(context, organizationId);
        const certificateId = await services.database.transaction((tx) =>
          once(tx, call, () => makeOwnCertificate(context, tx, call, { organizationId, person: null }, keys)),
        );
        return ok(certificateTexts.made, { id: certificateId });
      },
    }),
    route({
      method: 'POST',
      path: `${path}/load`,
      permission: add,
      tag,
      summary: '导入机构的数字证书（p12文件及其口令），替代正在使用的',
      body: loadBody,
      handle: (call) => loadCertificate(context, call),
    }),
    route({
      method: 'PUT',
      path: `${path}/revoke`,
      permission: [permissionOf(signingCertificate, 'status')],
      tag,
      summary: '吊销数字证书',
      body: endBody,
      handle: (call) => revokeCertificate(context, call),
    }),
    route({
      method: 'GET',
      path: `${path}/own`,
      permission: 'signedIn',
      tag,
      summary: '自己的数字证书',
      handle: (call) => readOwnCertificate(context, call),
    }),
    route({
      method: 'POST',
      path: `${path}/own`,
      permission: 'signedIn',
      tag,
      summary: '接受《数字证书使用协议》并生成自己的数字证书，须输入登录密码',
      body: ownBody,
      handle: (call) => applyForCertificate(context, call),
    }),
  ];
}
