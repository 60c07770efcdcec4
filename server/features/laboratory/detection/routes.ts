import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { formOfDetermination } from '@contract/features/laboratory/detection/determinationForms';
import {
  determinationText,
  maxDeterminations,
  type LaboratoryDetermination,
} from '@contract/features/laboratory/detection/laboratoryDeterminations';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { labDetectionTable, labSheetTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const idSchema = z.coerce.number().int().positive().max(2_147_483_647);
const [detection, sheet] = [labDetectionTable, labSheetTable];

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
      async handle(call): Promise<LaboratoryDetermination[]> {
        const method = idSchema.safeParse(call.params.method);
        if (!method.success) throw notFound();
        const resource = registry.named('labDetection');
        const rows = await orm
          .select({ found: detection, of: sheet })
          .from(detection)
          .innerJoin(sheet, eq(sheet.id, detection.sheet))
          .where(
            and(
              undeletedRows(resource),
              scopeOf(resource, call.viewer),
              isNull(detection.problem),
              isNull(sheet.deleteTime),
              eq(sheet.state, 'approved'),
              eq(sheet.method, method.data),
            ),
          )
          .orderBy(desc(detection.id))
          .limit(maxDeterminations);
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
        return determinations.map((determination) => ({ ...determination, text: determinationText(determination) }));
      },
    }),
  ];
}
