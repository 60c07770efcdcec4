import { z } from 'zod';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { permissionOf } from '@contract/permissions';
import { maxRowsTogether, savedText } from '@contract/workbook/saveMany';
import { idsBody, rowsBody as shownRows } from '@server/crud/assertSeenVersion';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { filingUnauthorised } from '@server/features/nonconformities/fileNonconformity';
import { idField } from '@server/http/bodySchemas';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { currentFingerprint } from '@server/signing/seenFingerprint';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { addParallels, saveRows, removeRecordRows } from './editRows';
import { sheetGroupRoutes } from './group/groupRoutes';
import { recordMoves } from './moves';
import { movedRecord, visibleSheet } from './openSheet';
import { resultChangesOf } from './resultChanges';
import { sheetWorkOf } from './sheetWork';
import { addTasks } from './start/addTasks';
import { startSheet } from './start/startSheet';
import { tasksBody } from './start/tasksBody';

const idSchema = idField('缺少检测记录');
const rowsBody = z.object({ sheet: idSchema, rows: idsBody });
const leavingBody = z.object({ sheet: idSchema, rows: shownRows });
const saveBody = z.object({
  rows: z
    .array(z.looseObject({ id: z.int().positive().max(2_147_483_647).optional(), version: z.int().optional() }))
    .max(maxRowsTogether, `一次最多保存${maxRowsTogether}行`),
  removed: z.array(z.unknown()).max(0, '检测记录的行请用“移出样品”').default([]),
});

const { path, label: tag } = labSheet;

const sheetPermissions = {
  read: [permissionOf(labSheet, 'list')],
  add: [permissionOf(labSheet, 'add')],
  rows: [permissionOf(labSheetRow, 'edit')],
};

/** Routes that add samples and parallels to a record, and remove them. */
function sampleRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  return [
    route({
      method: 'PUT',
      path: `${path}/addTasks`,
      permission: sheetPermissions.rows,
      tag,
      summary: '在检测记录中加入样品',
      body: z.object({ sheet: idSchema, tasks: tasksBody }),
      handle: async (call) =>
        ok(
          labSheetTexts.rowsAdded(
            await database.transaction((tx) =>
              once(tx, call, () => addTasks(context, tx, call, call.body.sheet, call.body.tasks)),
            ),
          ),
        ),
    }),
    route({
      method: 'PUT',
      path: `${path}/addParallels`,
      permission: sheetPermissions.rows,
      tag,
      summary: '新增平行样行',
      body: rowsBody,
      handle: async (call) =>
        ok(
          labSheetTexts.parallelAdded(
            await database.transaction((tx) =>
              once(tx, call, () => addParallels(context, tx, call, call.body.sheet, call.body.rows)),
            ),
          ),
        ),
    }),
    route({
      method: 'PUT',
      path: `${path}/takeOff`,
      permission: sheetPermissions.rows,
      tag,
      summary: '从检测记录移出样品或平行样',
      body: leavingBody,
      handle: async (call) =>
        ok(
          labSheetTexts.rowsRemoved(
            await database.transaction((tx) =>
              once(tx, call, () => removeRecordRows(context, tx, call, call.body.sheet, call.body.rows)),
            ),
          ),
        ),
    }),
  ];
}

/** Returns the routes that read a record: all that its page needs, and the changes of its results. */
function sheetReadingRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  return [
    route({
      method: 'GET',
      path: `${path}/work/:id`,
      permission: sheetPermissions.read,
      tag,
      summary: '检测记录的全部内容：表头、样品、曲线、结果',
      async handle(call) {
        // Read before everything else: a save in between makes the signature fail, so nobody signs unseen content.
        const asSeen = await currentFingerprint(database.orm, labSheet.name, idParam(call));
        return { ...(await sheetWorkOf(context, database.orm, call, idParam(call))), ...(asSeen ? { asSeen } : {}) };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/resultChanges/:id`,
      permission: sheetPermissions.read,
      tag,
      summary: '检测记录中因重新计算而改变的结果：改前、改后、原因',
      async handle(call) {
        const { id: sheet } = await visibleSheet(database.orm, registry, call, idParam(call));
        return { content: await resultChangesOf(database.orm, services.env.zone, sheet) };
      },
    }),
  ];
}

/** Routes of laboratory records: start from tasks, entry of rows, moves until the approval. */
export function labSheetRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;

  return [
    route({
      method: 'POST',
      path: `${path}/start`,
      permission: sheetPermissions.add,
      tag,
      summary: '从检测任务建立检测记录',
      body: z.object({ tasks: tasksBody }),
      async handle(call) {
        const sheet = await filingUnauthorised(context, call, () =>
          database.transaction((tx) => once(tx, call, () => startSheet(context, tx, call, call.body))),
        );
        return ok(labSheetTexts.started(call.body.tasks.length), sheet);
      },
    }),
    ...sampleRoutes(services, registry),
    ...sheetGroupRoutes(services, registry),
    route({
      method: 'PUT',
      path: `${labSheetRow.path}/saveAll`,
      permission: sheetPermissions.rows,
      tag,
      summary: '保存检测记录的读数并计算结果',
      body: saveBody,
      async handle(call) {
        const rows = await database.transaction((tx) =>
          once(tx, call, () => saveRows(context, tx, call, call.body.rows)),
        );
        return ok(savedText, rows);
      },
    }),
    ...sheetReadingRoutes(services, registry),
    ...moveRoutes(services, registry, movedRecord(registry), recordMoves, { together: true }).map((moveRoute) => ({
      ...moveRoute,
      handle: (call: Parameters<typeof moveRoute.handle>[0]) =>
        filingUnauthorised(context, call, async () => moveRoute.handle(call)),
    })),
  ];
}
