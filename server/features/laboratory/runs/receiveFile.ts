import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { gatewayTexts } from '@contract/features/laboratory/runs/gatewayTexts';
import { actorOf, recordAudit } from '@server/audit/trail';
import { accountOf, barOf, dataScopeOf, levelOf, userOf } from '@server/auth/account';
import { formatDay } from '@server/base/zone';
import type { Context } from '@server/crud/context';
import { insertRow } from '@server/crud/operations';
import { living, scopeOf } from '@server/crud/scope';
import type { Orm } from '@server/db/orm';
import { equipmentTable, instrumentTokenTable, labRunFileTable, labRunTable } from '@server/db/schema';
import { receiveUpload, type StoredFile } from '@server/files/receiveUpload';
import { notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Creates the token with which a gateway uploads files of one instrument, and revokes earlier tokens. The token is
 * returned only here; the database stores its hash.
 * @throws Refusal 404 for an instrument that the viewer may not see
 */
export async function makeInstrumentToken(
  { services, registry }: Context,
  tx: Orm,
  call: Call<unknown>,
  instrument: number,
): Promise<{ readonly token: string; readonly instrument: string }> {
  const resource = registry.named('equipment');
  const [found] = await tx
    .select()
    .from(equipmentTable)
    .where(and(eq(equipmentTable.id, instrument), living(resource), scopeOf(resource, call.viewer)));
  if (!found) throw notFound();
  await tx
    .update(instrumentTokenTable)
    .set({ revokeTime: services.now() })
    .where(and(eq(instrumentTokenTable.instrument, instrument), isNull(instrumentTokenTable.revokeTime)));
  const token = randomBytes(32).toString('base64url');
  const userId = call.viewer.user.id;
  await tx.insert(instrumentTokenTable).values({ instrument, userId, tokenHash: hashOf(token) });
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: labRun,
      entityId: null,
      title: gatewayTexts.tokenOf(found.eqpNo),
      organizationId: found.organizationId,
      after: { instrument },
    },
  ]);
  return { token, instrument: found.eqpNo };
}

interface Door {
  readonly instrument: typeof equipmentTable.$inferSelect;
  readonly viewer: Viewer;
}

/**
 * Returns the instrument of a token and the person who created it; grants no permission.
 * @param wanted number of the instrument that the gateway names
 * @throws Refusal 404 for a token that is unknown, revoked, of another instrument, or of a person who may not work
 */
async function doorOf(services: Services, token: string, wanted: string): Promise<Door> {
  const { orm } = services.database;
  const [found] = await orm
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
  const account = found && (await accountOf(orm, found.userId));
  const own = account && (account.isAdmin || account.organizationId === found.instrument.organizationId);
  if (!own || found.instrument.eqpNo !== wanted || barOf(account, services.now(), services.env.zone))
    throw notFound(gatewayTexts.badToken);
  const { organizationId } = found.instrument;
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
  return { instrument: found.instrument, viewer };
}

/** Returns the instrument's run that already contains a file with this hash. */
async function runWith(tx: Orm, instrument: number, sha256: string): Promise<string | null> {
  const [own] = await tx
    .select({ runNo: labRunTable.runNo })
    .from(labRunTable)
    .where(and(eq(labRunTable.instrument, instrument), eq(labRunTable.sha256, sha256), isNull(labRunTable.deleteTime)));
  const [more] = own
    ? [own]
    : await tx
        .select({ runNo: labRunTable.runNo })
        .from(labRunFileTable)
        .innerJoin(labRunTable, eq(labRunTable.id, labRunFileTable.run))
        .where(
          and(
            eq(labRunTable.instrument, instrument),
            eq(labRunFileTable.sha256, sha256),
            isNull(labRunTable.deleteTime),
            isNull(labRunFileTable.deleteTime),
          ),
        );
  return more?.runNo ?? null;
}

/** Adds a received file to the instrument's newest open run of the day, otherwise to a new run. */
async function fileInto(
  { services, registry }: Context,
  tx: Orm,
  call: Call<unknown>,
  instrument: Door['instrument'],
  file: StoredFile,
): Promise<string> {
  const day = formatDay(services.now(), services.env.zone);
  const [open] = await tx
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
  const desk = (name: string) => ({ services, registry, resource: registry.named(name), call });
  const { organizationId } = instrument;
  if (open) {
    await insertRow(desk('labRunFile'), tx, { run: open.id, file: file.id }, { action: 'add' }, organizationId);
    return open.runNo ?? '';
  }
  const draft = { runDate: day, instrument: instrument.id, methods: [], file: file.id, remark: gatewayTexts.byGateway };
  const made = await insertRow(desk('labRun'), tx, draft, { action: 'add' }, organizationId);
  return String(made.runNo);
}

/** Returns the call with another viewer. A call without a session has no viewer that could be read. */
const inNameOf = (call: Call<unknown>, viewer: Viewer): Call<unknown> =>
  Object.create(call, { viewer: { value: viewer }, maybeViewer: { value: viewer } }) as Call<unknown>;

/**
 * Receives a file of an instrument from its gateway. Stores the same content of an instrument only once.
 * @throws Refusal 404, and the errors of an upload
 */
export async function receiveInstrumentFile(context: Context, call: Call<unknown>): Promise<string> {
  const { services } = context;
  const { headers } = call.request;
  const door = await doorOf(
    services,
    headers.get('x-instrument-token') ?? '',
    decodeURIComponent(headers.get('x-instrument') ?? ''),
  );
  const own = inNameOf(call, door.viewer);
  const upload = await receiveUpload(services, own, { fileClass: 'document' });
  try {
    const { known, runNo } = await services.database.transaction(async (tx) => {
      const held = await runWith(tx, door.instrument.id, upload.file.sha256);
      return held === null
        ? { known: false, runNo: await fileInto(context, tx, own, door.instrument, upload.file) }
        : { known: true, runNo: held };
    });
    if (!known) return gatewayTexts.received(runNo);
    await upload.discard();
    return gatewayTexts.known(runNo);
  } catch (error) {
    await upload.discard();
    throw error;
  }
}
