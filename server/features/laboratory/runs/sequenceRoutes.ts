import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Row } from '@contract/entity';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { labRunInjection } from '@contract/features/laboratory/entities/labRunInjection';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { gatewayTexts } from '@contract/features/laboratory/runs/gatewayTexts';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { sequenceDocument, sequenceTitle } from '@contract/features/laboratory/runs/sequenceDocument';
import { sequenceCsv } from '@contract/features/laboratory/runs/sequenceFormats';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { permissionOf } from '@contract/permissions';
import { maxRowsTogether } from '@contract/workbook/saveMany';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { equipmentTable, labRunInjectionTable } from '@server/db/schema';
import { filingUnauthorised } from '@server/features/nonconformities/fileNonconformity';
import { shownName } from '@server/files/fileName';
import { downloadResponse } from '@server/files/sendFile';
import { idSchema } from '@server/http/bodySchemas';
import { rateLimit } from '@server/http/rateLimit';
import { type Call, guardPermission, type Route, route } from '@server/http/route';
import { agencyOf, type Paper, pdfRoute } from '@server/print/pdfRoute';
import type { Services } from '@server/services';
import { proposeRuns } from './proposeRuns';
import { readRunFiles, visibleRun } from './readRun';
import { makeInstrumentToken, receiveInstrumentFile } from './receiveFile';
import { curvesOfRun, makeRunCurve } from './runCurves';

/**
 * Highest number of uploads a minute: an instrument may write one file for each injection, and all are uploaded at
 * once.
 */
const filesPerMinute = 300;
const rowId = idSchema;
const tasksSchema = z
  .array(z.int().positive().max(2_147_483_647), { error: () => labSheetTexts.noTasks })
  .min(1, labSheetTexts.noTasks)
  .max(maxRowsTogether, `一次最多${maxRowsTogether}项检测任务`);

/** Returns a run's injections in their order, times in the organization's zone. */
async function sequenceOf({ env }: Services, orm: Orm, runId: number): Promise<Row<typeof labRunInjection>[]> {
  const rows = await orm
    .select()
    .from(labRunInjectionTable)
    .where(and(eq(labRunInjectionTable.run, runId), isNull(labRunInjectionTable.deleteTime)))
    .orderBy(asc(labRunInjectionTable.rowSort), asc(labRunInjectionTable.id));
  return rows.map((row) => ({
    ...row,
    injectedAt: row.injectedAt && formatMoment(row.injectedAt, env.zone),
  })) as unknown as Row<typeof labRunInjection>[];
}

/** Routes of a run's sequence: proposed from tasks, printed, and exported for the instrument's program. */
export function runSequenceRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const context = { services, registry };
  const tag = labRun.label;
  async function paperOf(call: Call<unknown>): Promise<Paper> {
    const row = await getRow({ services, registry, resource: registry.named('labRun'), call }, idParam(call));
    const rows = await sequenceOf(services, database.orm, row.id);
    const run = row as unknown as Row<typeof labRun>;
    const agency = await agencyOf(database.orm, row);
    return { row, number: String(row.runNo), document: sequenceDocument({ agency, run, rows }) };
  }
  return [
    route({
      method: 'POST',
      path: `${labRun.path}/propose`,
      permission: [permissionOf(labRun, 'add')],
      tag,
      summary: '把检测任务组成分析批：检测技术、采样介质、仪器相同的为一批，同时建立检测记录',
      body: z.object({ tasks: tasksSchema }),
      async handle(call) {
        // The call also starts the records of the tasks.
        guardPermission([permissionOf(labSheet, 'add')], call.viewer);
        const { runs, injections } = await filingUnauthorised(context, call, () =>
          database.transaction((tx) => once(tx, call, () => proposeRuns(context, tx, call, call.body.tasks))),
        );
        return ok(
          runTexts.proposed(
            runs.map(({ runNo }) => String(runNo)),
            injections,
          ),
          runs,
        );
      },
    }),
    pdfRoute(services, labRun, sequenceTitle, paperOf),
    route({
      method: 'GET',
      path: `${labRun.path}/sequence/:id`,
      permission: [permissionOf(labRun, 'list')],
      tag,
      summary: '下载进样序列（CSV），列按检测仪器的序列文件格式',
      async handle(call) {
        const run = await visibleRun(database.orm, registry, call, idParam(call));
        const [instrument] =
          run.instrument === null
            ? []
            : await database.orm.select().from(equipmentTable).where(eq(equipmentTable.id, run.instrument));
        const { sequenceFormat = null, sequenceColumns = null } = instrument ?? {};
        const csv = sequenceCsv({ sequenceFormat, sequenceColumns }, await sequenceOf(services, database.orm, run.id));
        const name = shownName(`${sequenceTitle}-${run.runNo}.csv`);
        await database.transaction((tx) =>
          recordAudit(tx, actorOf(call), [
            { action: 'download', entity: labRun, entityId: run.id, title: name, organizationId: run.organizationId },
          ]),
        );
        return downloadResponse(new TextEncoder().encode(csv), 'text/csv', name);
      },
    }),
  ];
}

const curveBody = z.object({ id: rowId, method: rowId, hazard: rowId });

/** Routes of gateways: the token of one instrument, and the upload of its files. */
export function gatewayRoutes(services: Services, registry: Registry): Route[] {
  const { database, now } = services;
  const context = { services, registry };
  const tag = labRun.label;
  const limitRate = rateLimit(filesPerMinute, now, { message: gatewayTexts.tooFast });
  return [
    route({
      method: 'POST',
      path: `${labRun.path}/token`,
      permission: [permissionOf(labRun, 'add')],
      tag,
      summary: '生成仪器接入令牌，同一仪器原有的令牌失效',
      body: z.object({ instrument: rowId }),
      async handle(call) {
        const newToken = await database.transaction((tx) =>
          makeInstrumentToken(context, tx, call, call.body.instrument),
        );
        return ok(gatewayTexts.made, newToken);
      },
    }),
    route({
      method: 'POST',
      path: `${labRun.path}/receive`,
      permission: 'public',
      tag,
      summary: '仪器接入程序上传文件，凭X-Instrument-Token中的令牌，只限该仪器',
      form: { file: '仪器文件' },
      async handle(call) {
        limitRate(call);
        return ok(await receiveInstrumentFile(context, call));
      },
    }),
  ];
}

/** Routes of a run's curves: listed for all components, and accepted one by one. */
export function runCurveRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const context = { services, registry };
  const tag = labRun.label;
  return [
    route({
      method: 'GET',
      path: `${labRun.path}/curves/:id`,
      permission: [permissionOf(labRun, 'list')],
      tag,
      summary: '由分析批的标准系列得出各组分的标准曲线和中间点偏差',
      async handle(call) {
        const run = await visibleRun(database.orm, registry, call, idParam(call));
        const reading = await readRunFiles(services, call, run);
        return {
          problem: reading.problem,
          curves: await curvesOfRun(context, database.orm, call, run, reading),
        };
      },
    }),
    route({
      method: 'POST',
      path: `${labRun.path}/curve`,
      permission: [permissionOf(labCurve, 'add')],
      tag,
      summary: '采用分析批中一个组分的标准曲线：建立曲线草稿及各级数据',
      body: curveBody,
      async handle(call) {
        const run = await visibleRun(database.orm, registry, call, call.body.id);
        const reading = await readRunFiles(services, call, run);
        const curve = await database.transaction((tx) =>
          once(tx, call, () => makeRunCurve(context, tx, call, call.body, reading)),
        );
        return ok(runTexts.curveMade(String(curve.curveNo)), curve);
      },
    }),
  ];
}
