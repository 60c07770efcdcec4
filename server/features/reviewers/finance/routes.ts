import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { settlement } from '@contract/features/reviewers/entities/settlement';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { statementDocument, statementHeadings, statementLines } from '@contract/features/reviewers/rewardStatement';
import { permissionOf } from '@contract/permissions';
import { checkDraft } from '@contract/schema';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { fileResponse } from '@server/crud/importing/exportSheet';
import { getRow } from '@server/crud/operations';
import { presentRows } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { organizationTable } from '@server/db/schema';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { invalid } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { writeWorkbook, xlsxType } from '@server/workbook/writeWorkbook';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { stepsOf } from '@server/workflow/stepHistory';
import { movedSettlement } from '../reviewerRows';
import { feesOf, makeSettlement, settlementMoves } from './feeSettlement';

const { path, label: tag } = settlement;
const listPermissions = [permissionOf(settlement, 'list')];

/** Returns a settlement visible to the viewer, with its fees in API form. */
async function statementOf(context: CrudContext, call: Call<unknown>) {
  const { services, registry } = context;
  const { database, env } = services;
  const { orm } = database;
  const workflow = movedSettlement(registry);
  const row = await getRow({ ...context, resource: workflow.resource, call }, idParam(call));
  const fees = await presentRows(
    orm,
    registry,
    registry.named('outsideFee'),
    (await feesOf(orm, row.id)) as unknown as AnyRow[],
    env.zone,
  );
  const steps = await stepsOf(orm, workflow.machine, row.id);
  const lastStep = (move: string) => {
    const step = steps.findLast((candidate) => candidate.move === move);
    return step ? { name: step.personName, on: formatDay(step.time, env.zone) } : null;
  };
  const [agency] =
    row.organizationId === null
      ? []
      : await orm
          .select({ name: organizationTable.name })
          .from(organizationTable)
          .where(eq(organizationTable.id, row.organizationId));
  return {
    agency: agency?.name ?? '',
    settlement: row,
    fees,
    confirmed: lastStep('confirm'),
    paid: lastStep('pay'),
    madeBy: { name: String(row.createByName ?? ''), on: row.createTime.slice(0, 10) },
  };
}

function recordStatementDownload(context: CrudContext, call: Call<unknown>, row: AnyRow, title: string) {
  const { services } = context;
  const { database } = services;
  return database.transaction((tx) =>
    recordAudit(tx, actorOf(call), [
      { action: 'download', entity: settlement, entityId: row.id, title, organizationId: row.organizationId },
    ]),
  );
}

/** Sends the statement as a workbook. */
async function sendStatementSheet(context: CrudContext, call: Call<unknown>) {
  const { settlement: row, fees } = await statementOf(context, call);
  const name = `${outsideTexts.statement}-${String(row.settlementNo)}.xlsx`;
  await recordStatementDownload(context, call, row, name);
  const widths = [16, 12, 14, 16, 40, 60, 14];
  const columns = statementHeadings.map((header, index) => ({
    header,
    width: widths[index] ?? 14,
    kind: header === '金额（元）' ? ('number' as const) : ('text' as const),
  }));
  return fileResponse(
    writeWorkbook({
      sheetName: String(row.settlementNo),
      columns,
      rows: [...statementLines(fees), ['合计', '', '', '', '', '', String(row.total)]],
    }),
    xlsxType,
    name,
  );
}

/** Routes of 第三方财务: settlements of open fees, and their statements. */
export function outsideFinanceRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  const workflow = movedSettlement(registry);

  return [
    ...moveRoutes(services, registry, workflow, settlementMoves),
    route({
      method: 'POST',
      path: `${path}/add`,
      permission: [permissionOf(settlement, 'add')],
      tag,
      summary: '把检查人一段时间内未结算的费用结成一张结算单',
      body: z.record(z.string(), z.unknown()),
      async handle(call) {
        const checkedSettlement = checkDraft(settlement, call.body);
        if (!checkedSettlement.ok) throw invalid(checkedSettlement.errors);
        const row = await database.transaction((tx) =>
          once(tx, call, () => makeSettlement(context, tx, call, checkedSettlement.value)),
        );
        return ok(outsideTexts.settled(String(row.settlementNo), Number(row.feeCount), String(row.total)), row);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/statement/:id`,
      permission: listPermissions,
      tag,
      summary: '结算单及其费用',
      handle: (call) => statementOf(context, call),
    }),
    route({
      method: 'GET',
      path: `${path}/statement/:id/pdf`,
      permission: listPermissions,
      tag,
      summary: '结算单（PDF）',
      async handle(call) {
        const statementFacts = await statementOf(context, call);
        const name = shownName(`${outsideTexts.statement}-${String(statementFacts.settlement.settlementNo)}.pdf`);
        const bytes = await makePdf(
          statementDocument(statementFacts),
          statementFacts.agency,
          new Map(),
          outsideTexts.statement,
        );
        await recordStatementDownload(context, call, statementFacts.settlement, name);
        return downloadResponse(bytes, 'application/pdf', name);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/statement/:id/xlsx`,
      permission: listPermissions,
      tag,
      summary: '结算单（xlsx）',
      handle: (call) => sendStatementSheet(context, call),
    }),
  ];
}
