import { and, eq, isNull, sql } from 'drizzle-orm';
import { push } from '@contract/features/platforms/entities/push';
import { isExchange } from '@contract/features/platforms/exchange/adapterNames';
import { adapterData } from '@contract/features/platforms/exchange/exchangeAdapters';
import {
  type PlatformFamily,
  partsOf,
  type PushPart,
  sectionsOfPart,
} from '@contract/features/platforms/platformFamilies';
import { mappableFields, mappedSections, type UnmappedValue } from '@contract/features/platforms/platformMapping';
import type { PlatformPayload } from '@contract/features/platforms/platformPayload';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import type { PushRequest } from '@contract/features/platforms/pushWire';
import type { FieldError } from '@contract/schema';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { pinyinOf } from '@server/base/pinyin';
import type { CrudContext } from '@server/crud/crudContext';
import { dictLabel } from '@server/crud/dictLabel';
import { scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { connectorTable, pushTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { assertNotSecret } from '@server/features/projects/requiredSheets';
import { conflict, invalid, notFound, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { assertExchange, earlierProgress, preparerOf } from './exchange/buildExchange';
import type { ExchangePayload } from './exchange/sendExchange';
import { findingsOfPart, type ReportedProject, reportedOf } from './reportedProject';

export type StoredConnector = typeof connectorTable.$inferSelect;
/** Returns the code mapping of a connector. */
export const mappingOf = ({ mapping }: Pick<StoredConnector, 'mapping'>): Readonly<Record<string, string>> =>
  (mapping as Readonly<Record<string, string>> | null) ?? {};

/** Channel of PostgreSQL notifications that wakes the delivery on every node after the commit. */
export const pushQueueChannel = 'outbox';
/** Wakes the delivery after the commit. */
export const wakePushQueue = (tx: Orm): Promise<unknown> => tx.execute(sql`select pg_notify(${pushQueueChannel}, '')`);

/**
 * Returns a connector visible to the viewer.
 * @throws Refusal 404
 */
export async function connectorOf(
  { registry }: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  id: number,
): Promise<StoredConnector> {
  const [connector] = await orm
    .select()
    .from(connectorTable)
    .where(
      and(
        eq(connectorTable.id, id),
        isNull(connectorTable.deleteTime),
        scopeOf(registry.named('connector'), call.viewer),
      ),
    );
  if (!connector) throw notFound(platformTexts.noConnector);
  return connector;
}

/** Returns a part of the payload. Data that are not sent are not stored either. */
function partOf(payload: PlatformPayload, part: PushPart): Partial<PlatformPayload> {
  const sections: readonly string[] = sectionsOfPart[part];
  return Object.fromEntries(Object.entries(payload).filter(([section]) => sections.includes(section)));
}

/** Describes the values without a platform code in plain words. */
export function unmappedText(
  orm: Orm,
  unmappedValues: readonly UnmappedValue[],
  organizationId: number | null,
): Promise<string[]> {
  return Promise.all(
    unmappedValues.map(async ({ path, label, value }) => {
      const { dict, values } = mappableFields.find((field) => field.path === path) ?? {};
      const valueLabel = dict
        ? await dictLabel(orm, dict, value, organizationId)
        : values?.find((option) => option.value === value)?.label;
      return platformTexts.unmapped(label, valueLabel ?? value);
    }),
  );
}

/**
 * Requires a complete part with a platform code for each value.
 * @throws Refusal 400 naming each missing field and each value without a platform code; 409 if nothing may be sent
 */
async function assertPushable(
  orm: Orm,
  reportedProject: ReportedProject,
  pushPart: PushPart,
  connector: StoredConnector,
): Promise<PlatformPayload> {
  const { project, payload, blocked } = reportedProject;
  if (blocked !== null || payload === null) throw conflict(blocked ?? '', 'notIssued');
  await assertNotSecret(orm, project.id, '推送');
  const findings = findingsOfPart(reportedProject, pushPart);
  const { unmapped } = mappedSections(payload, sectionsOfPart[pushPart], mappingOf(connector));
  const unmappedTexts = await unmappedText(orm, unmapped, project.organizationId);
  const faults: FieldError[] = [
    ...findings.map(({ field, message }) => ({ field, message })),
    ...unmapped.map(({ path }, index) => ({ field: path, message: unmappedTexts[index] ?? '' })),
  ];
  if (faults.length === 0) return payload;
  const problemLabels = [...findings.map(({ label }) => label), ...unmappedTexts];
  const { details } = invalid(faults);
  throw new Refusal(400, 'incomplete', platformTexts.incomplete(project.code ?? '', problemLabels), details);
}

/**
 * Returns the content stored in a push: the model for an adapter, otherwise the part of the payload.
 * @throws Refusal as `assertPushable`
 */
export const contentFor = async (
  orm: Orm,
  call: Call<unknown>,
  reportedProject: ReportedProject,
  pushPart: PushPart,
  connector: StoredConnector,
): Promise<ExchangePayload | Partial<PlatformPayload>> =>
  isExchange(connector.adapter)
    ? assertExchange(orm, reportedProject, connector, preparerOf(call.viewer))
    : partOf(await assertPushable(orm, reportedProject, pushPart, connector), pushPart);

/** Returns the key by which a platform recognises a push. */
const pushKeyOf = (connectorId: number, part: PushPart, reportNo: string): string =>
  `${connectorId}:${part}:${reportNo}`;

/**
 * Queues one part of a project for a platform, unless it is queued already.
 * @returns whether it was added
 */
async function queuePart(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  connector: StoredConnector,
  reportedProject: ReportedProject,
  pushPart: PushPart,
): Promise<boolean> {
  const { adapter } = connector;
  const { project } = reportedProject;
  const payload = await contentFor(tx, call, reportedProject, pushPart, connector);
  const report = reportedProject.report as NonNullable<ReportedProject['report']>;
  const reportNo = report.reportNo ?? '';
  const time = context.services.now();
  const userId = call.viewer.user.id;
  const [createdPush] = await tx
    .insert(pushTable)
    .values({
      reportNo,
      pushKey: pushKeyOf(connector.id, pushPart, reportNo),
      connector: connector.id,
      family: connector.family,
      adapter,
      part: pushPart,
      project: project.id,
      report: report.id,
      unitName: reportedProject.unitName,
      state: 'waiting',
      stageSince: time,
      operation: 'push',
      attempts: 0,
      // A push that a person uploads is never due.
      nextTry: isExchange(adapter) && adapterData[adapter].byHand ? null : time,
      sent: false,
      payload,
      progress: isExchange(adapter) ? await earlierProgress(tx, adapter, connector.id, project.id) : null,
      organizationId: project.organizationId,
      createBy: userId,
      updateBy: userId,
      createTime: time,
      updateTime: time,
      ...pinyinOf(reportNo),
    })
    .onConflictDoNothing()
    .returning({ id: pushTable.id });
  if (!createdPush) return false;
  await recordAudit(tx, actorOf(call), [
    {
      action: 'add',
      entity: push,
      entityId: createdPush.id,
      title: reportNo,
      organizationId: project.organizationId,
      after: { reportNo, connector: connector.connectorName, part: pushPart },
    },
  ]);
  return true;
}

/**
 * Queues parts of projects for a platform, all or none. Existing pushes stay in any state: a report is sent to a
 * platform once.
 * @returns number of queued pushes
 * @throws Refusal 400 for a part that the platform does not accept, or a project of another organization; 404; and
 * the reasons that prevent a push
 */
export async function queuePushes(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  request: PushRequest,
): Promise<number> {
  const connector = await connectorOf(context, tx, call, request.connector);
  const parts = partsOf(connector.family as PlatformFamily, connector.adapter);
  // An adapter has no parts, so a page of one part queues its whole message.
  const requestedParts = isExchange(connector.adapter) ? parts : [...new Set(request.parts)];
  if (requestedParts.some((part) => !parts.includes(part)))
    throw invalid([{ field: 'parts', message: platformTexts.wrongPart }]);
  let queuedCount = 0;
  for (const id of [...new Set(request.projects)].sort((a, b) => a - b)) {
    const project = await projectOf(tx, context.registry, call, id, 'share');
    const reportedProject = await reportedOf(context, tx, project);
    if (connector.organizationId !== project.organizationId)
      throw invalid([
        { field: 'connector', message: platformTexts.otherOwner(connector.connectorName, project.code ?? '') },
      ]);
    for (const part of requestedParts)
      if (await queuePart(context, tx, call, connector, reportedProject, part)) queuedCount += 1;
  }
  if (queuedCount > 0) await wakePushQueue(tx);
  return queuedCount;
}
