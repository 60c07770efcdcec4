import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { incomingSample } from '@contract/features/laboratory/entities/incomingSample';
import {
  incomingTexts,
  incomingRegistrationStages,
  incomingReceptionStages,
} from '@contract/features/laboratory/incoming/incomingTexts';
import type { IncomingWork } from '@contract/features/laboratory/incoming/incomingWorkWire';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { personName } from '@server/db/distinctNames';
import {
  labMethodTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  sampleTable,
  userTable,
} from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { stageEditabilityOf } from '@server/features/projects/stageEditability';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { confirmSigningPassword } from '@server/workflow/confirmSigningPassword';
import { shownRows } from '@server/workflow/signedFingerprint';
import { receiveIncoming, refuseIncoming, takeBackIncoming } from './receiveIncoming';

const projectSchema = idSchema;
const reasonSchema = z
  .string({ error: () => incomingTexts.reasonNeeded })
  .trim()
  .min(1, incomingTexts.reasonNeeded)
  .max(500, '原因不能超过500个字');
const rowsBody = z.object({ project: projectSchema, rows: shownRows });
const reasonBody = rowsBody.extend({ reason: reasonSchema });
// The receiver signs the reception, as the sample keeper signs a hand-over.
const receiveBody = rowsBody.extend({ password: z.string().max(200, failures.wrongPassword).optional() });

const { path, label: tag } = incomingSample;
// The sample keeper has the permission, the same as for the hand-over of samples taken on site.
const receivePermission = [permissionOfMove(handOverMachine, { key: 'receive' })];

/** Returns the routes of the reception of incoming samples. */
function receptionRoutes(context: CrudContext): Route[] {
  const { services } = context;
  const { database } = services;

  return [
    route({
      method: 'PUT',
      path: `${path}/receive`,
      permission: receivePermission,
      tag,
      summary: '收样：签名，编号并生成样品与检测任务',
      body: receiveBody,
      async handle(call) {
        const { password, ...body } = call.body;
        await confirmSigningPassword(services, call, password, incomingTexts.receiving);
        // The stored hash of the request must not contain the password.
        const hashedCall = Object.create(call, { body: { value: body } }) as Call<typeof body>;
        const sampleIds = await database.transaction((tx) =>
          once(tx, hashedCall, () => receiveIncoming(context, tx, hashedCall, body)),
        );
        return ok(incomingTexts.received(sampleIds.length), { samples: sampleIds });
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/refuse`,
      permission: receivePermission,
      tag,
      summary: '拒收来样，须填写原因',
      body: reasonBody,
      handle: async (call) =>
        ok(
          incomingTexts.refused(
            await database.transaction((tx) => once(tx, call, () => refuseIncoming(context, tx, call, call.body))),
          ),
        ),
    }),
    route({
      method: 'PUT',
      path: `${path}/takeBack`,
      permission: receivePermission,
      tag,
      summary: '分发前撤回收样或拒收，样品作废，编号不再使用',
      body: reasonBody,
      handle: async (call) =>
        ok(
          incomingTexts.takenBack(
            await database.transaction((tx) => once(tx, call, () => takeBackIncoming(context, tx, call, call.body))),
          ),
        ),
    }),
  ];
}

/** Returns the route that shows the progress of the work on incoming samples. */
function workRoutes({ services, registry }: CrudContext): Route[] {
  const { database } = services;

  return [
    route({
      method: 'GET',
      path: `${path}/work/:id`,
      permission: [permissionOf(incomingSample, 'list')],
      tag,
      summary: '来样项目能否登记和收样，已收样品的检测任务与结果',
      async handle(call): Promise<IncomingWork> {
        const { orm } = database;
        const projectRow = await projectOf(orm, registry, call, idParam(call));
        const samples = await orm
          .select({
            id: sampleTable.id,
            version: sampleTable.version,
            location: sampleTable.location,
            sampleNo: sampleTable.sampleNo,
            sampleKind: sampleTable.sampleKind,
            state: sampleTable.state,
            stateReason: sampleTable.stateReason,
            hazardName: sampleTable.hazardName,
            place: sampleTable.place,
            clientSampleNo: sampleTable.clientSampleNo,
          })
          .from(sampleTable)
          .where(and(eq(sampleTable.project, projectRow.id), isNull(sampleTable.deleteTime)))
          .orderBy(asc(sampleTable.id));
        const tasks = samples.length
          ? await tasksOf(
              services,
              samples.map(({ id }) => id),
            )
          : [];
        return {
          registering: stageEditabilityOf(projectRow, incomingRegistrationStages),
          receiving: stageEditabilityOf(projectRow, incomingReceptionStages),
          samples: samples.map((sample) => ({ ...sample, state: String(sample.state) })),
          tasks,
        };
      },
    }),
  ];
}

/**
 * Routes of incoming samples. The sample keeper receives them, refuses them or takes a reception back; all see the
 * progress.
 */
export function incomingSampleRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [...receptionRoutes(context), ...workRoutes(context)];
}

/** Returns the tasks of these samples with their stored results. */
async function tasksOf({ database: { orm } }: Services, sampleIds: readonly number[]): Promise<IncomingWork['tasks']> {
  const task = labTaskTable;
  const rows = await orm
    .select({
      id: task.id,
      sample: task.sample,
      sampleNo: task.sampleNo,
      hazardName: task.hazardName,
      methodKind: task.methodKind,
      method: labMethodTable.title,
      state: task.state,
      dueOn: task.dueOn,
      analyst: personName(),
      sheet: task.sheet,
      sheetNo: labSheetTable.sheetNo,
      sheetState: labSheetTable.state,
      reportText: labSheetRowTable.reportText,
      unit: labSheetRowTable.unit,
    })
    .from(task)
    .leftJoin(labMethodTable, eq(labMethodTable.id, task.method))
    .leftJoin(userTable, eq(userTable.id, task.analyst))
    .leftJoin(labSheetTable, eq(labSheetTable.id, task.sheet))
    .leftJoin(
      labSheetRowTable,
      and(
        eq(labSheetRowTable.task, task.id),
        eq(labSheetRowTable.sheet, task.sheet),
        isNull(labSheetRowTable.deleteTime),
      ),
    )
    .where(and(inArray(task.sample, [...sampleIds]), isNull(task.deleteTime)))
    .orderBy(asc(task.sampleNo), asc(task.id));
  return rows as unknown as IncomingWork['tasks'];
}
