import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { formOfDetermination } from '@contract/features/laboratory/detection/determinationForms';
import {
  determinationText,
  mostDeterminations,
  type OwnDetermination,
} from '@contract/features/laboratory/detection/ownDeterminations';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import { living, scopeOf } from '@server/crud/scope';
import { labDetectionTable, labSheetTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const [held, sheet] = [labDetectionTable, labSheetTable];

/** Returns the determinations of the organization for a method, across records. */
export function labDetectionRoutes({ database: { orm } }: Services, registry: Registry): Route[] {
  const { path, label: tag } = labDetection;
  return [
    route({
      method: 'GET',
      path: `${path}/of/:method`,
      permission: [permissionOf(labDetection, 'list')],
      tag,
      summary: '本机构对某方法的测定：检出限、效率、批空白，取自已批准的记录',
      async handle(call): Promise<OwnDetermination[]> {
        const method = id.safeParse(call.params.method);
        if (!method.success) throw notFound();
        const resource = registry.named('labDetection');
        const rows = await orm
          .select({ found: held, of: sheet })
          .from(held)
          .innerJoin(sheet, eq(sheet.id, held.sheet))
          .where(
            and(
              living(resource),
              scopeOf(resource, call.viewer),
              isNull(held.problem),
              isNull(sheet.deleteTime),
              eq(sheet.state, 'approved'),
              eq(sheet.method, method.data),
            ),
          )
          .orderBy(desc(held.id))
          .limit(mostDeterminations);
        const determinations = rows.map(({ found, of }) => ({
          id: found.id,
          form: formOfDetermination(found),
          hazardName: of.hazardName ?? '',
          testedOn: found.testedOn ?? of.testDate,
          lod: found.lod,
          loq: found.loq,
          unit: of.lodUnit,
          efficiency: found.efficiency,
          collectorLot: found.collectorLot,
          applied: found.applied === true,
          sheet: {
            id: of.id,
            no: of.sheetNo ?? '',
            project: of.project,
            methodKind: of.methodKind,
            variant: of.variant,
          },
        }));
        return determinations.map((one) => ({ ...one, text: determinationText(one) }));
      },
    }),
  ];
}
