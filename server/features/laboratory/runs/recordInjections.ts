import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { PrintedInjection } from '@contract/features/laboratory/paper/chromatogramBlocks';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { labRunInjectionTable, labRunLineTable, labRunTable, labSheetRowTable } from '@server/db/schema';

const injectionLabels = new Map<string, string>(
  fixedDictionaries.labInjectionKind.map(({ value, label }) => [value, label]),
);

/**
 * Returns the injections behind a record, in the order of the instrument: those of its samples, and the standards,
 * blanks and controls of the same runs. No sample of another record is among them.
 */
export async function recordInjections(orm: Orm, zone: string, sheet: number): Promise<PrintedInjection[]> {
  const runs = await orm
    .selectDistinct({ run: labRunLineTable.run })
    .from(labRunLineTable)
    .where(eq(labRunLineTable.sheet, sheet));
  if (!runs.length) return [];
  const ownSamples = new Set(
    (
      await orm
        .select({ sample: labSheetRowTable.sample })
        .from(labSheetRowTable)
        .where(and(eq(labSheetRowTable.sheet, sheet), isNull(labSheetRowTable.deleteTime)))
    ).map(({ sample }) => sample),
  );
  const [injection, run] = [labRunInjectionTable, labRunTable];
  const rows = await orm
    .select({
      run: injection.run,
      runNo: run.runNo,
      fileName: run.fileName,
      name: injection.injectionName,
      kind: injection.injectionKind,
      sample: injection.sample,
      at: injection.injectedAt,
      vial: injection.vial,
      dataFile: injection.dataFile,
    })
    .from(injection)
    .innerJoin(run, eq(run.id, injection.run))
    .where(
      and(
        inArray(
          injection.run,
          runs.map((injection) => injection.run),
        ),
        isNull(injection.deleteTime),
      ),
    )
    .orderBy(asc(injection.run), asc(injection.rowSort), asc(injection.id));
  const counts = new Map<number, number>();
  return rows.flatMap(({ run: runId, runNo, fileName, name, kind, sample, at, vial, dataFile }) => {
    const count = (counts.get(runId) ?? 0) + 1;
    counts.set(runId, count);
    if (sample !== null && !ownSamples.has(sample)) return [];
    return [
      {
        no: `${runNo ?? ''}-${String(count).padStart(3, '0')}`,
        name,
        kind: injectionLabels.get(kind) ?? kind,
        injectedAt: at ? formatMoment(at, zone) : '',
        vial: vial ?? '',
        path: [runNo, dataFile ?? fileName].filter(Boolean).join('/'),
      },
    ];
  });
}
