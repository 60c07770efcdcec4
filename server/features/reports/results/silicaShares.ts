import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { silicaPercentText, silicaBandOf } from '@contract/arithmetic/air/dustFormulas';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, meanOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import type { ReportSilica } from '@contract/features/reports/reportContent';
import type { ResultHazard } from '@contract/features/reports/resultFacts';
import type { Orm } from '@server/db/orm';
import { hazardTable, labSheetRowTable, labSheetTable } from '@server/db/schema';
import { type ResultRow, placeOf, dayOf } from './resultRows';

/** A dust sample with the free silica tested in it. */
export interface ShareFact extends ReportSilica {
  readonly sheet: number;
}

/** Returns the hazards with a band of free silica by their ids. The first of several counts. */
export async function silicaHazards(orm: Orm): Promise<ResultHazard[]> {
  const { id, name, category, silicaBand } = hazardTable;
  return orm
    .select({ id, name, category, silicaBand })
    .from(hazardTable)
    .where(and(isNotNull(silicaBand), isNull(hazardTable.deleteTime)))
    .orderBy(asc(id));
}

/**
 * Returns the free-silica shares of the parallels of a project's samples, by record and sample. Their mean classifies
 * a dust (DOMAIN §2.7, §3.2), as in its record.
 */
export async function silicaParallels(
  orm: Orm,
  projectId: number,
): Promise<(sheet: number, sampleId: number) => readonly string[]> {
  const [row, sheet] = [labSheetRowTable, labSheetTable];
  const parallelRows = await orm
    .select({ sheet: row.sheet, sample: row.sample, share: row.resultNum })
    .from(row)
    .innerJoin(sheet, eq(sheet.id, row.sheet))
    .where(
      and(
        eq(sheet.project, projectId),
        eq(sheet.methodKind, 'freeSilica'),
        eq(row.rowKind, 'parallel'),
        isNotNull(row.resultNum),
        isNull(row.deleteTime),
        isNull(sheet.deleteTime),
      ),
    );
  return (sheetId, sampleId) =>
    parallelRows.flatMap((parallelRow) =>
      parallelRow.sheet === sheetId && parallelRow.sample === sampleId && parallelRow.share !== null
        ? [parallelRow.share]
        : [],
    );
}

/** Returns the share of free silica as the mean of its parallels; `percent` is null for a share below the limit. */
export function shareOf(
  resultRow: ResultRow,
  result: Result,
  parallelsOf: Awaited<ReturnType<typeof silicaParallels>>,
): { percent: string | null; share: ShareFact } {
  const placeFields = placeOf(resultRow);
  // A corrected value is used alone, without the parallels.
  const parallels = [
    result.num,
    ...(resultRow.row.overrideText === null ? parallelsOf(resultRow.sheet.id, resultRow.sample.id) : []),
  ];
  const percent = result.censored
    ? null
    : withoutCalculationNoise(
        meanOf(
          parallels.map((parallelShare) => new Decimal(parallelShare)),
          '游离二氧化硅含量',
        ),
      ).toString();
  return {
    percent,
    share: {
      ...placeFields,
      sheet: resultRow.sheet.id,
      sampleNo: resultRow.sample.sampleNo,
      sampledOn: dayOf(resultRow),
      text: percent === null ? result.text : silicaPercentText(percent),
      band: percent === null ? null : silicaBandOf(percent),
    },
  };
}
