import { and, desc, eq } from 'drizzle-orm';
import { type ChainReport, chainTexts } from '@contract/features/system/auditChainReport';
import { auditLog } from '@contract/features/system/entities/auditLog';
import { mayAny, permissionOf } from '@contract/permissions';
import { reportFor, verifyAuditChain } from '@server/audit/auditHashChain';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { clockSteps } from '@server/audit/clockSteps';
import type { CrudContext } from '@server/crud/crudContext';
import { describeChange } from '@server/crud/describeChange';
import { findVisibleRows, getRow } from '@server/crud/operations';
import { presentRows } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { auditLogTable } from '@server/db/schema';
import { forbidden, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

type RecordedValues = Record<string, unknown> | null | undefined;

/** Verifies the chain, and finds corrections of the clock in it. */
async function verifyTrail({ database: { orm }, env }: Services): Promise<ChainReport> {
  const report = await verifyAuditChain(orm);
  const steps = await clockSteps(orm, report.last?.seq ?? 0, env.zone);
  return steps.length ? { ...report, clockSteps: steps } : report;
}

async function chainReport(verify: () => Promise<ChainReport>, orm: Orm, call: Call<unknown>): Promise<ChainReport> {
  const { organizationId } = call.viewer;
  const report = organizationId === null ? await verify() : await reportFor(orm, await verify(), organizationId);
  const { count, last, broken, own } = report;
  await recordAudit(orm, actorOf(call), [
    {
      action: 'verify',
      entity: auditLog,
      title: broken.length ? chainTexts.brokenAt(broken.length) : (own ? chainTexts.wholeOwn : chainTexts.whole)(count),
      after: { count, hash: last?.hash ?? null },
    },
  ]);
  return report;
}

/** Returns an entry with its values before and after, and the differences in words. */
async function entryWithValues({ services, registry }: CrudContext, call: Call<unknown>) {
  const { orm } = services.database;
  const row = await getRow({ services, registry, resource: registry.named('auditLog'), call }, idParam(call));
  const [values] = await orm
    .select({ before: auditLogTable.before, after: auditLogTable.after })
    .from(auditLogTable)
    .where(eq(auditLogTable.id, row.id));
  return {
    ...row,
    ...values,
    differences: await describeChange(
      orm,
      registry,
      String(row.entity),
      values?.before as RecordedValues,
      values?.after as RecordedValues,
      row.entityId as number | null,
    ),
  };
}

/** Returns the newest 500 entries about a row, deleted or not. */
async function historyOfRow({ services, registry }: CrudContext, call: Call<unknown>) {
  const { orm } = services.database;
  const resource = registry.all.find(({ entity }) => entity.name === call.params.entity);
  // refusal: entity
  if (!resource) throw notFound();
  // People who may list the rows may read their history (QUALITY §2, 6).
  if (!mayAny(call.viewer.permissions, [permissionOf(resource.entity, 'list')])) throw forbidden();
  const id = idParam(call);
  const context = { services, registry, resource, call };
  // The history of a deleted row matters most: it shows who deleted the row, and why.
  const [row] = [
    ...(await findVisibleRows(context, orm, [id], false)),
    ...(await findVisibleRows(context, orm, [id], false, true)),
  ];
  // refusal: row
  if (!row) throw notFound();
  const log = registry.named('auditLog');
  const rows = await orm
    .select()
    .from(auditLogTable)
    .where(
      and(
        eq(auditLogTable.entity, resource.entity.name),
        eq(auditLogTable.entityId, id),
        call.viewer.organizationId === null ? undefined : scopeOf(log, call.viewer),
      ),
    )
    .orderBy(desc(auditLogTable.id))
    .limit(500);
  return { content: await presentRows(orm, registry, log, rows, services.env.zone), totalElements: rows.length };
}

/** Routes of the audit trail: its verification, and the history of a row. */
export function auditLogRoutes(services: Services, registry: Registry): Route[] {
  // Simultaneous requests share one verification of the chain.
  let runningCheck: Promise<ChainReport> | undefined;
  const verify = (): Promise<ChainReport> => {
    runningCheck ??= verifyTrail(services).finally(() => (runningCheck = undefined));
    return runningCheck;
  };
  return [
    route({
      method: 'POST',
      path: 'api/auditLog/verify',
      permission: [permissionOf(auditLog, 'list')],
      tag: auditLog.label,
      summary: '逐条校验审计日志的散列链：条数、最新散列值，以及最先的异常处',
      handle: (call) => chainReport(verify, services.database.orm, call),
    }),
    route({
      method: 'GET',
      path: 'api/auditLog/:id',
      permission: [permissionOf(auditLog, 'list')],
      tag: auditLog.label,
      summary: '审计日志详情（含前后值）',
      handle: (call) => entryWithValues({ services, registry }, call),
    }),
    route({
      method: 'GET',
      path: 'api/auditLog/of/:entity/:id',
      permission: 'signedIn',
      tag: auditLog.label,
      summary: '一条数据的历史（谁、何时、改前、改后、原因）',
      handle: (call) => historyOfRow({ services, registry }, call),
    }),
  ];
}
