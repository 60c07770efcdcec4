import {
  labCurvePointTable,
  labCurveTable,
  labMethodItemTable,
  labTaskTable,
  methodAuthorisationTable,
  sampleTable,
  siteHazardTable,
} from '@server/db/schema';
import { dayFromNow, fieldRowsOf } from './fieldRows';
import { type Insert, only } from './rows';
import type { TestServer } from './server';

/** DOMAIN §4.1, CURVE-LIN-GC: as fitted by the product. */
export const tolueneCurve = {
  a: '-0.19795081967213114754098360655737704918',
  b: '1.2323898451082872640645204578355175436',
  c: '0',
  low: '10',
  high: '500',
  unit: 'μg/mL',
  fit: 'linear',
} as const;

/**
 * Returns functions that create the basis of laboratory work below the API: received samples with their tasks,
 * authorisations, curves.
 */
export function labRowsOf(server: Pick<TestServer, 'database' | 'rows'>, organizationId: number) {
  const { orm } = server.database;
  const field = fieldRowsOf(server, organizationId);
  let serial = 0;
  return {
    ...field,
    async item(method: number, hazard: number, more: Insert<typeof labMethodItemTable> = {}): Promise<number> {
      return only(
        await orm
          .insert(labMethodItemTable)
          .values({
            itemName: '因素',
            method,
            hazard,
            lod: '1.8',
            lodUnit: 'μg/mL',
            minConc: '1.2',
            dataCertainty: 'sure',
            organizationId,
            ...more,
          })
          .returning({ id: labMethodItemTable.id }),
      ).id;
    },
    async authorise(
      person: number,
      method: number,
      more: Insert<typeof methodAuthorisationTable> = {},
    ): Promise<number> {
      return only(
        await orm
          .insert(methodAuthorisationTable)
          .values({ person, method, validFrom: '2024-01-01', validUntil: dayFromNow(300), organizationId, ...more })
          .returning({ id: methodAuthorisationTable.id }),
      ).id;
    },
    /** Creates a survey row: five days a week, two exposures of 15 min, two hours apart. */
    async exposure(project: number, hazard: number, post: string, hoursPerDay: string): Promise<number> {
      const row = {
        project,
        hazard,
        workshop: '涂装车间',
        post,
        hoursPerDay,
        daysPerWeek: '5',
        workers: 12,
        shift: '白班8h',
        worstKnown: true,
        fixedPost: true,
        peakTimes: 2,
        peakMinutes: 15,
        peakGap: 120,
        organizationId,
      };
      return only(await orm.insert(siteHazardTable).values(row).returning({ id: siteHazardTable.id })).id;
    },
    /** Creates a received sample or blank, with V as at 20 ℃ and 101.3 kPa and its task distributed to an analyst. */
    async task(
      given: {
        project: number;
        hazard: number;
        hazardName: string;
        method: number;
        methodKind?: string;
        analyst?: number;
        volume?: string | null;
      } & Insert<typeof labTaskTable>,
      sample: Insert<typeof sampleTable> = {},
    ): Promise<{ id: number; sample: number; sampleNo: string }> {
      const {
        project,
        hazard,
        hazardName,
        method,
        methodKind = 'gasChromatography',
        analyst,
        volume = '1.5',
        ...more
      } = given;
      const sampleNo = `S-${String((serial += 1)).padStart(3, '0')}`;
      const state = analyst === undefined ? 'waiting' : 'distributed';
      const made = await field.sample({
        project,
        hazard,
        sampleNo,
        method,
        hazardName,
        volume,
        temperature: '20',
        pressure: '101.3',
        workshop: '涂装车间',
        place: '喷漆岗位',
        state: analyst === undefined ? 'received' : 'distributed',
        checkedAt: new Date(Date.now() - 86_400_000),
        ...sample,
      });
      const sampleKind = sample.sampleKind ?? 'sample';
      const { id } = only(
        await orm
          .insert(labTaskTable)
          .values({
            project,
            sample: made.id,
            sampleNo,
            sampleKind,
            variant: 'ordinary',
            hazard,
            hazardName,
            method,
            methodKind,
            state,
            analyst: analyst ?? null,
            effective: true,
            organizationId,
            ...more,
          })
          .returning({ id: labTaskTable.id }),
      );
      return { id, sample: made.id, sampleNo };
    },
    /** Creates a further task of a received sample: another hazard that is tested in it. */
    async taskOf(
      { sample, sampleNo }: { readonly sample: number; readonly sampleNo: string },
      given: Record<'project' | 'hazard' | 'method' | 'analyst', number> & {
        readonly hazardName: string;
        readonly sampleKind?: string;
      },
    ): Promise<number> {
      const row = {
        sampleKind: 'sample',
        ...given,
        sample,
        sampleNo,
        variant: 'ordinary',
        methodKind: 'gasChromatography',
        state: 'distributed',
        effective: true,
        organizationId,
      };
      return only(await orm.insert(labTaskTable).values(row).returning({ id: labTaskTable.id })).id;
    },
    async curve(
      given: { method: number; hazard: number } & Insert<typeof labCurveTable>,
    ): Promise<{ id: number; curveNo: string }> {
      const row = {
        curveNo: `QX-${String((serial += 1)).padStart(4, '0')}`,
        methodKind: 'gasChromatography',
        part: 'main',
        preparedOn: dayFromNow(-3),
        state: 'approved',
        accepted: true,
        subtractZero: false,
        r: '0.999995',
        versionNo: 1,
        organizationId,
        ...tolueneCurve,
        ...given,
      };
      const made = only(
        await orm.insert(labCurveTable).values(row).returning({ id: labCurveTable.id, curveNo: labCurveTable.curveNo }),
      );
      return { id: made.id, curveNo: String(made.curveNo) };
    },
    async points(curve: number, points: readonly (readonly [x: string, y1: string | null])[]): Promise<void> {
      await orm.insert(labCurvePointTable).values(
        points.map(([x, y1], index) => ({
          curve,
          x,
          y1,
          rowSort: (index + 1) * 10,
          excluded: false,
          organizationId,
        })),
      );
    },
  };
}

export type LabRows = ReturnType<typeof labRowsOf>;
