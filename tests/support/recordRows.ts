import {
  type labCurveTable,
  type labMethodItemTable,
  labSheetRowTable,
  labSheetTable,
  standardTable,
} from '@server/db/schema';
import { dayFromNow } from './fieldRows';
import { labRowsOf } from './labRows';
import { type Insert, only } from './rows';
import type { TestServer } from './server';

/** CURVE-LIN-GC of DOMAIN: toluene, μg/mL. */
export const gasLine = {
  fit: 'linear',
  unit: 'μg/mL',
  a: '-0.198032178217813',
  b: '1.232393580858086',
  c: '0',
  low: '10',
  high: '500',
} as const;

/** Returns functions that create records below the API: sheets with their samples, curve and method. */
export function recordRowsOf(server: Pick<TestServer, 'database' | 'rows'>, organizationId: number) {
  const { orm } = server.database;
  const lab = labRowsOf(server, organizationId);
  let serial = 0;
  const next = () => (serial += 1);
  return {
    ...lab,
    curve: async (method: number, hazard: number, given: Insert<typeof labCurveTable> = {}): Promise<number> =>
      (await lab.curve({ method, hazard, r: null, ...gasLine, ...given })).id,
    tubes: (curve: number, contents: readonly string[]): Promise<void> =>
      lab.points(
        curve,
        contents.map((x) => [x, null]),
      ),
    item: (method: number, hazard: number, given: Insert<typeof labMethodItemTable> = {}): Promise<number> =>
      lab.item(method, hazard, { lod: null, minConc: null, ...given }),
    async standard(given: Insert<typeof standardTable> = {}): Promise<number> {
      const row = {
        standardNo: `BW-${next()}`,
        standardName: '质控样',
        lotNo: 'L24',
        certified: '25.0',
        uncertainty: '1.2',
        certifiedUnit: 'μg/mL',
        validUntil: dayFromNow(100),
        status: '1',
        organizationId,
        ...given,
      };
      return only(await orm.insert(standardTable).values(row).returning({ id: standardTable.id })).id;
    },
    async sheet(
      given: Insert<typeof labSheetTable> & { project: number; method: number; hazard: number; analyst: number },
    ): Promise<number> {
      const row = {
        sheetNo: `P-JL${next()}`,
        methodKind: 'gasChromatography',
        variant: 'ordinary',
        layout: 'solvent',
        hazardName: '甲苯',
        state: 'drafting',
        testDate: dayFromNow(0),
        complete: false,
        organizationId,
        ...given,
      };
      return only(await orm.insert(labSheetTable).values(row).returning({ id: labSheetTable.id })).id;
    },
    /** Creates a row with its sample of 1.5 L at 22 ℃ and 101.3 kPa. */
    async row(
      sheet: number,
      of: { project: number; hazard: number },
      sampleNo: string,
      readings: Record<string, string> = {},
      more: { rowKind?: string; sample?: number } = {},
    ): Promise<{ id: number; sample: number }> {
      const sample =
        more.sample ??
        (
          await lab.sample({
            ...of,
            sampleNo: `${sheet}-${sampleNo}`,
            volume: '1.5',
            temperature: '22',
            pressure: '101.3',
          } as never)
        ).id;
      const { id } = only(
        await orm
          .insert(labSheetRowTable)
          .values({
            sheet,
            sample,
            sampleNo,
            rowKind: more.rowKind ?? 'sample',
            rowSort: next(),
            readings,
            censored: false,
            organizationId,
          })
          .returning({ id: labSheetRowTable.id }),
      );
      return { id, sample };
    },
  };
}

export type RecordRows = ReturnType<typeof recordRowsOf>;
