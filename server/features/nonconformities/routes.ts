import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { nonconformityDocument } from '@contract/features/nonconformities/nonconformityDocument';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { idSchema, versionField } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import { agencyOf, type Paper, pdfRoute } from '@server/print/pdfRoute';
import type { Services } from '@server/services';
import { moveRoutes, performMove } from '@server/workflow/moveRoutes';
import { timelineOf } from '@server/workflow/stepHistory';
import { movedNonconformity, nonconformityMoves } from './moves';

const verifyBody = z.object({
  id: idSchema,
  version: versionField,
  verification: z
    .string({ error: () => nonconformityTexts.verificationNeeded })
    .trim()
    .min(1, nonconformityTexts.verificationNeeded)
    .max(1000, '验证情况不能超过1000个字'),
});

/** Routes of 不符合项: its moves until it is closed, and its paper. */
export function nonconformityRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = nonconformity;
  const movedResource = movedNonconformity(registry);
  const { orm } = services.database;

  /** Reads a nonconformity as it is now, with its timeline. */
  async function paperOf(call: Call<unknown>): Promise<Paper> {
    const row: AnyRow = await getRow({ services, registry, resource: movedResource.resource, call }, idParam(call));
    const timeline = await timelineOf(
      services,
      orm,
      movedResource.machine,
      { id: row.id, state: String(row.state), organizationId: row.organizationId },
      call.viewer,
      [],
    );
    return {
      row,
      number: String(row.nonconformityNo),
      document: nonconformityDocument({ agency: await agencyOf(orm, row), row, steps: timeline.steps }),
    };
  }

  return [
    ...moveRoutes(services, registry, movedResource, nonconformityMoves),
    route({
      method: 'PUT',
      path: `${path}/verify`,
      permission: [permissionOfMove(nonconformityMachine, { key: 'verify' })],
      tag,
      summary: '填写验证情况并关闭不符合项',
      body: verifyBody,
      async handle(call) {
        const body = { ...call.body, move: 'verify' };
        await performMove(
          services,
          registry,
          movedResource,
          nonconformityMoves,
          Object.create(call, { body: { value: body } }) as Call<typeof body>,
        );
        return ok(nonconformityTexts.verified);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/paper/:id`,
      permission: [permissionOf(nonconformity, 'list')],
      tag,
      summary: '不符合项报告：可打印的内容',
      handle: async (call) => (await paperOf(call)).document,
    }),
    pdfRoute(services, nonconformity, '不符合项报告', paperOf),
  ];
}
