import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { gatewayTexts } from '@contract/features/laboratory/runs/gatewayTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { accountOf, dataScopeOf, levelOf, userOf } from '@server/auth/account';
import { accountBarReason } from '@server/auth/expiredOrDisabled';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { equipmentTable, instrumentTokenTable, labRunFileTable, labRunTable } from '@server/db/schema';
import { receiveUpload, type StoredFile } from '@server/files/receiveUpload';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';
import { countFilesInRun, maxRunFiles } from './policy';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Creates the token with which a gateway uploads files of one instrument, and revokes earlier tokens. The token is
 * returned only here; the database stores its hash.
 * @throws Refusal 404 for an instrument that the viewer may not see
 */
export async function makeInstrumentToken(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  instrumentId: number,
): Promise<{ readonly token: string; readonly instrument: string }> {
  const resource = registry.named('equipment');
  const [instrumentRow] = await tx
    .select()
    .from(equipmentTable)
    .where(and(eq(equipmentTable.id, instrumentId), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (!instrumentRow) throw notFound();
  await tx
    .update(instrumentTokenTable)
    .set({ revokeTime: services.now() })
    .where(and(eq(instrumentTokenTable.instrument, instrumentId), isNull(instrumentTokenTable.revokeTime)));
  const token = randomBytes(32).toString('base64url');
  const userId = call.viewer.user.id;
  await tx.insert(instrumentTokenTable).values({ instrument: instrumentId, userId, tokenHash: hashOf(token) });
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: labRun,
      entityId: null,
      title: gatewayTexts.tokenOf(instrumentRow.eqpNo),
      organizationId: instrumentRow.organizationId,
      after: { instrument: instrumentId },
    },
  ]);
  return { token, instrument: instrumentRow.eqpNo };
}

interface InstrumentAccess {
  readonly instrument: typeof equipmentTable.$inferSelect;
  readonly viewer: Viewer;
}

/**
 * Returns the instrument of a token and the person who created it; grants no permission.
 * @param instrumentNo number of the instrument that the gateway names
 * @throws Refusal 404 for a token that is unknown, revoked, of another instrument, or of a person who may not work
 */
async function gatewayAccessOf(services: Services, token: string, instrumentNo: string): Promise<InstrumentAccess> {
  const { orm } = services.database;
  const [tokenRow] = await orm
    .select({ instrument: equipmentTable, userId: instrumentTokenTable.userId })
    .from(instrumentTokenTable)
    .innerJoin(equipmentTable, eq(equipmentTable.id, instrumentTokenTable.instrument))
    .where(
      and(
        eq(instrumentTokenTable.tokenHash, hashOf(token.slice(0, 200))),
        isNull(instrumentTokenTable.revokeTime),
        isNull(equipmentTable.deleteTime),
      ),
    );
  const account = tokenRow && (await accountOf(orm, tokenRow.userId));
  const isOwnAccount = account && (account.isAdmin || account.organizationId === tokenRow.instrument.organizationId);
  if (
    !isOwnAccount ||
    tokenRow.instrument.eqpNo !== instrumentNo ||
    accountBarReason(account, services.now(), services.env.zone)
  )
    throw notFound(gatewayTexts.badToken);
  const { organizationId } = tokenRow.instrument;
  const viewer = {
    user: userOf(account),
    sessionId: '',
    permissions: new Set<string>(),
    dataScope: dataScopeOf(account),
    organizationId,
    homeOrganizationId: organizationId,
    unitIds: null,
    outside: false,
    level: levelOf(account),
  };
  return { instrument: tokenRow.instrument, viewer };
}

/** Makes simultaneous uploads of one instrument wait for each other, so that equal files are recognised. */
const lockInstrument = (tx: Orm, instrumentId: number) =>
  tx
    .select({ id: equipmentTable.id })
    .from(equipmentTable)
    .where(eq(equipmentTable.id, instrumentId))
    .for('no key update');

/** Returns the instrument's run that already contains a file with this hash. */
async function runWith(tx: Orm, instrumentId: number, sha256: string): Promise<string | null> {
  const [ownRun] = await tx
    .select({ runNo: labRunTable.runNo })
    .from(labRunTable)
    .where(
      and(eq(labRunTable.instrument, instrumentId), eq(labRunTable.sha256, sha256), isNull(labRunTable.deleteTime)),
    );
  const [matchingRun] = ownRun
    ? [ownRun]
    : await tx
        .select({ runNo: labRunTable.runNo })
        .from(labRunFileTable)
        .innerJoin(labRunTable, eq(labRunTable.id, labRunFileTable.run))
        .where(
          and(
            eq(labRunTable.instrument, instrumentId),
            eq(labRunFileTable.sha256, sha256),
            isNull(labRunTable.deleteTime),
            isNull(labRunFileTable.deleteTime),
          ),
        );
  return matchingRun?.runNo ?? null;
}

/** Adds a received file to the instrument's newest open run of the day if it has room, otherwise to a new run. */
async function addToRun(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  instrument: InstrumentAccess['instrument'],
  file: StoredFile,
): Promise<string> {
  const day = formatDay(services.now(), services.env.zone);
  const [openRun] = await tx
    .select({ id: labRunTable.id, runNo: labRunTable.runNo })
    .from(labRunTable)
    .where(
      and(
        eq(labRunTable.instrument, instrument.id),
        eq(labRunTable.runDate, day),
        eq(labRunTable.state, 'open'),
        isNull(labRunTable.deleteTime),
      ),
    )
    .orderBy(desc(labRunTable.id))
    .limit(1)
    .for('update');
  const contextOf = (name: string) => ({ services, registry, resource: registry.named(name), call });
  const { organizationId } = instrument;
  if (openRun && (await countFilesInRun(tx, openRun.id)) < maxRunFiles) {
    await insertRow(contextOf('labRunFile'), tx, { run: openRun.id, file: file.id }, { action: 'add' }, organizationId);
    return openRun.runNo ?? '';
  }
  const draft = { runDate: day, instrument: instrument.id, methods: [], file: file.id, remark: gatewayTexts.byGateway };
  const newRun = await insertRow(contextOf('labRun'), tx, draft, { action: 'add' }, organizationId);
  return String(newRun.runNo);
}

/**
 * Returns the number of an instrument from its percent-encoded header.
 * @throws Refusal 404 for a header that is no percent-encoded text
 */
function decodedNumber(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    throw notFound(gatewayTexts.badToken);
  }
}

/** Returns the call with another viewer. A call without a session has no viewer that could be read. */
const inNameOf = (call: Call<unknown>, viewer: Viewer): Call<unknown> =>
  Object.create(call, { viewer: { value: viewer }, maybeViewer: { value: viewer } }) as Call<unknown>;

/**
 * Receives a file of an instrument from its gateway. Stores the same content of an instrument only once.
 * @throws Refusal 404, and the errors of an upload
 */
export async function receiveInstrumentFile(context: CrudContext, call: Call<unknown>): Promise<string> {
  const { services } = context;
  const { headers } = call.request;
  const gateway = await gatewayAccessOf(
    services,
    headers.get('x-instrument-token') ?? '',
    decodedNumber(headers.get('x-instrument') ?? ''),
  );
  const ownCall = inNameOf(call, gateway.viewer);
  const upload = await receiveUpload(services, ownCall, { fileClass: 'document' });
  try {
    const { known, runNo } = await services.database.transaction(async (tx) => {
      await lockInstrument(tx, gateway.instrument.id);
      const existingRunNo = await runWith(tx, gateway.instrument.id, upload.file.sha256);
      return existingRunNo === null
        ? { known: false, runNo: await addToRun(context, tx, ownCall, gateway.instrument, upload.file) }
        : { known: true, runNo: existingRunNo };
    });
    if (!known) return gatewayTexts.received(runNo);
    await upload.discard();
    return gatewayTexts.known(runNo);
  } catch (error) {
    await upload.discard();
    throw error;
  }
}
