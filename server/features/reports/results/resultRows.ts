import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { placeOfSurvey } from '@contract/features/fieldwork/plan/planFacts';
import type { NotedPeaks } from '@contract/features/reports/resultFacts';
import type { Orm } from '@server/db/orm';
import {
  labMethodTable,
  labSheetRowTable,
  labSheetTable,
  sampleTable,
  samplingDayTable,
  siteHazardTable,
} from '@server/db/schema';
import { isNotBlindSample } from '@server/features/projects/ordinarySamples';

/** Columns of the survey that describe an exposure. */
const exposureColumns = {
  hoursPerDay: siteHazardTable.hoursPerDay,
  daysPerWeek: siteHazardTable.daysPerWeek,
  exposureCondition: siteHazardTable.exposureCondition,
  fixedPost: siteHazardTable.fixedPost,
  workTime: siteHazardTable.workTime,
  contactPattern: siteHazardTable.contactPattern,
  peakTimes: siteHazardTable.peakTimes,
  peakMinutes: siteHazardTable.peakMinutes,
  peakGap: siteHazardTable.peakGap,
};

type SurveyRow = typeof siteHazardTable.$inferSelect;
export type SurveyExposure = { readonly [Name in keyof typeof exposureColumns]: SurveyRow[Name] };

/** Returns the peak exposures of a shift; null where their number or length is not recorded. */
export const peaksOf = ({ peakTimes, peakMinutes, peakGap }: SurveyExposure): NotedPeaks | null =>
  peakTimes === null || peakMinutes === null ? null : { times: peakTimes, minutes: peakMinutes, gap: peakGap };

/**
 * Returns a lookup of the survey's exposure at a place. It serves samples without a survey row: samples of a typed
 * plan row, or added samples.
 */
export async function surveyedExposure(
  orm: Orm,
  projectId: number,
): Promise<(workshop: string | null, place: string | null, hazardId: number) => SurveyExposure | undefined> {
  const table = siteHazardTable;
  const rows = await orm
    .select({
      workshop: table.workshop,
      post: table.post,
      place: table.place,
      hazard: table.hazard,
      ...exposureColumns,
    })
    .from(table)
    .where(and(eq(table.project, projectId), isNull(table.deleteTime)))
    .orderBy(asc(table.rowSort), asc(table.id));
  return (workshop, placeText, hazardId) =>
    rows.find(
      (row) =>
        row.hazard === hazardId &&
        row.workshop === workshop &&
        (placeOfSurvey(row) === placeText || row.post === placeText),
    );
}

export interface ResultsProject {
  readonly id: number;
  readonly organizationId: number | null;
  readonly incoming: boolean | null;
}

const [row, sheet, sample] = [labSheetRowTable, labSheetTable, sampleTable];

/** Reads the rows of a project's records, with sample, day, surveyed exposure and standard. */
export async function resultRows(orm: Orm, project: ResultsProject, onlyApproved: boolean) {
  const [day, survey, method] = [samplingDayTable, siteHazardTable, labMethodTable];
  const rows = await orm
    .select({ row, sheet, sample, sampledOn: day.sampledOn, survey: exposureColumns, standardNo: method.standardNo })
    .from(row)
    .innerJoin(sheet, eq(sheet.id, row.sheet))
    .innerJoin(sample, eq(sample.id, row.sample))
    .innerJoin(method, eq(method.id, sheet.method))
    .leftJoin(day, eq(day.id, sample.samplingDay))
    .leftJoin(survey, eq(survey.id, sample.siteHazardId))
    .where(
      and(
        eq(sheet.project, project.id),
        onlyApproved ? eq(sheet.state, 'approved') : ne(sheet.state, 'corrected'),
        eq(row.rowKind, 'sample'),
        isNull(row.deleteTime),
        isNull(sheet.deleteTime),
        ne(sample.state, 'voided'),
        isNotBlindSample(sample.id),
      ),
    )
    .orderBy(asc(sample.workshop), asc(sample.siteNo), asc(sample.id), asc(sheet.id));
  return rows as readonly (Omit<(typeof rows)[number], 'sample' | 'sheet' | 'row'> & {
    sample: typeof sample.$inferSelect;
    sheet: typeof sheet.$inferSelect;
    row: typeof row.$inferSelect;
  })[];
}

export type ResultRow = Awaited<ReturnType<typeof resultRows>>[number];

/** Returns the place of a result; an incoming sample is named by its number. */
export const placeOf = ({ sample: { workshop, place, clientSampleNo, sampleNo } }: ResultRow) => ({
  workshop,
  place: place ?? clientSampleNo ?? sampleNo,
});

/** Returns the day whose rules apply to a result, `YYYY-MM-DD`. */
export const dayOf = ({ sampledOn, sheet: { receivedOn, testDate } }: ResultRow): string =>
  sampledOn ?? receivedOn ?? testDate ?? '';
