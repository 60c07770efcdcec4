import {
  equipmentTable,
  equipmentUseTable,
  hazardTable,
  labMethodTable,
  sampleTable,
  samplingDayTable,
} from '@server/db/schema';
import { type Insert, only } from './rows';
import type { TestServer } from './server';

/** Returns `YYYY-MM-DD` in the organizations' zone, so many days from now. */
export const dayFromNow = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Returns functions that create the basis of field work below the API: instruments, methods, days, taken samples. */
export function fieldRowsOf(
  { database: { orm }, rows }: Pick<TestServer, 'database' | 'rows'>,
  organizationId: number,
) {
  let serial = 0;
  const next = () => (serial += 1);
  return {
    async instrument(given: Insert<typeof equipmentTable> = {}): Promise<{ id: number; eqpNo: string }> {
      const row = {
        eqpNo: `CY-${String(next()).padStart(3, '0')}`,
        eqpName: '大气采样器',
        eqpKind: 'sampler',
        status: 'in',
        calibrationKind: 'verification',
        calibrationDue: dayFromNow(200),
        organizationId,
        ...given,
      };
      return only(
        await orm.insert(equipmentTable).values(row).returning({ id: equipmentTable.id, eqpNo: equipmentTable.eqpNo }),
      );
    },
    async project(
      stage: string,
      code = `P24-${String(next()).padStart(4, '0')}`,
    ): Promise<{ id: number; code: string }> {
      const belongInspect = await rows.inspectUnit({ organizationId });
      return { id: await rows.project({ organizationId, belongInspect, code, stage }), code };
    },
    async hazard(name: string, more: Insert<typeof hazardTable> = {}): Promise<number> {
      return only(
        await orm
          .insert(hazardTable)
          .values({ name, category: 'chemical', dataCertainty: 'sure', organizationId, ...more })
          .returning({ id: hazardTable.id }),
      ).id;
    },
    async method(title: string, storageDays: number | null, more: Insert<typeof labMethodTable> = {}): Promise<number> {
      const row = {
        title,
        standardNo: 'GBZ/T 300.66-2017',
        methodKind: 'gasChromatography',
        status: '1',
        cma: true,
        dataCertainty: 'sure',
        storageDays,
        storageCondition: '常温密封',
        organizationId,
        ...more,
      };
      return only(await orm.insert(labMethodTable).values(row).returning({ id: labMethodTable.id })).id;
    },
    /** Creates an earlier outing of an instrument that is still out. */
    async outing(
      project: number,
      equipment: number,
      more: Insert<typeof equipmentUseTable> = {},
    ): Promise<{ id: number }> {
      const row = {
        project,
        equipment,
        useKind: 'sampling',
        outCondition: 'good',
        outAt: new Date(Date.now() - 40 * 86_400_000),
        organizationId,
        ...more,
      };
      return only(await orm.insert(equipmentUseTable).values(row).returning({ id: equipmentUseTable.id }));
    },
    async day(project: number, sampledOn: string, dayNo = 1): Promise<number> {
      return only(
        await orm
          .insert(samplingDayTable)
          .values({ project, sampledOn, dayNo, organizationId })
          .returning({ id: samplingDayTable.id }),
      ).id;
    },
    async sample(
      given: Insert<typeof sampleTable> & { project: number; hazard: number; sampleNo: string },
    ): Promise<{ id: number; sampleNo: string }> {
      const row = { sampleKind: 'sample', state: 'collected', lateEntry: false, organizationId, ...given };
      return only(
        await orm.insert(sampleTable).values(row).returning({ id: sampleTable.id, sampleNo: sampleTable.sampleNo }),
      );
    },
  };
}

export type FieldRows = ReturnType<typeof fieldRowsOf>;
