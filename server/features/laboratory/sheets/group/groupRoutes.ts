import { z } from 'zod';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { sheetGroupTexts } from '@contract/features/laboratory/sheets/sheetGroup';
import { permissionOf } from '@contract/permissions';
import { rowsBody } from '@server/crud/assertSeenVersion';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { filingUnauthorised } from '@server/features/nonconformities/fileNonconformity';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { startGroup } from '../start/startGroup';
import { tasksBody } from '../start/tasksBody';
import { formGroup, leaveGroup } from './sheetGroup';

const { path, label: tag } = labSheet;
const groupBody = z.object({ rows: rowsBody });

/** Routes of original records that several hazards share. */
export function sheetGroupRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  return [
    route({
      method: 'POST',
      path: `${path}/startTogether`,
      permission: [permissionOf(labSheet, 'add')],
      tag,
      summary: '从一个项目多个检测项目的任务建立检测记录，合成一份原始记录',
      body: z.object({ tasks: tasksBody }),
      async handle(call) {
        const { no, names, sheet } = await filingUnauthorised(context, call, () =>
          database.transaction((tx) => once(tx, call, () => startGroup(context, tx, call, call.body.tasks))),
        );
        return ok(sheetGroupTexts.made(no, names), sheet);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/together`,
      permission: [permissionOf(labSheet, 'edit')],
      tag,
      summary: '把多份检测记录合成一份原始记录：共用表头，一并提交、复核、审核',
      body: groupBody,
      async handle(call) {
        const { no, names } = await database.transaction((tx) =>
          once(tx, call, () => formGroup(context, tx, call, call.body.rows)),
        );
        return ok(sheetGroupTexts.made(no, names), { no });
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/apart`,
      permission: [permissionOf(labSheet, 'edit')],
      tag,
      summary: '把检测记录从合并的原始记录中拆出',
      body: groupBody,
      handle: async (call) =>
        ok(
          sheetGroupTexts.left(
            await database.transaction((tx) => once(tx, call, () => leaveGroup(context, tx, call, call.body.rows))),
          ),
        ),
    }),
  ];
}
