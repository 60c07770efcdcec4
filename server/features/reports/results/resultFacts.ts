import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { ResultFacts, TestFact } from '@contract/features/reports/resultFacts';
import type { Orm } from '@server/db/orm';
import { hazardTable, labSheetTable, labTaskTable, sampleTable, siteSurveyTable } from '@server/db/schema';
import { limitVersionsOf } from '@server/features/library/hazards/storedLimits';
import { absenceFrom, limitsByDay } from './limitsOnDays';
import { type MethodUncertainty, uncertaintiesOf, uncertaintyOfRow } from './methodUncertainties';
import {
  type SurveyExposure,
  peaksOf,
  surveyedExposure,
  type ResultsProject,
  resultRows,
  type ResultRow,
  placeOf,
  dayOf,
} from './resultRows';
import { type ShareFact, silicaHazards, silicaParallels, shareOf } from './silicaShares';

export interface ProjectResultFacts extends ResultFacts {
  readonly shares: readonly ShareFact[];
  /** Records of the tests with their states. */
  readonly sheets: readonly { readonly id: number; readonly state: string }[];
  /** Number of tasks without a result, on samples that are not voided. */
  readonly openTaskCount: number;
}

/** Returns the reported result of a row, including a person's correction; null if the row reports none. */
const resultOf = ({
  reportText,
  resultNum,
  censored,
}: {
  reportText: string | null;
  resultNum: string | null;
  censored: boolean | null;
}): Result | null =>
  reportText === null || resultNum === null ? null : { text: reportText, num: resultNum, censored: censored ?? false };

const dustOf = (readings: Readonly<Record<string, string>> | null): string | null =>
  readings?.['dustType'] === 'respirable' ? 'respirable' : readings?.['dustType'] === 'total' ? 'total' : null;

/** Returns a result with all data for its judgement. */
function testOf(
  resultRow: ResultRow,
  result: Result,
  exposure: SurveyExposure | null,
  uncertainty: MethodUncertainty,
): TestFact {
  return {
    ...placeOf(resultRow),
    sheet: resultRow.sheet.id,
    sheetNo: resultRow.sheet.sheetNo ?? '',
    methodKind: resultRow.sheet.methodKind ?? '',
    standardNo: resultRow.standardNo,
    sample: resultRow.sample.id,
    sampleNo: resultRow.sample.sampleNo,
    siteNo: resultRow.sample.siteNo,
    person: resultRow.sample.person,
    hazard: resultRow.sheet.hazard,
    sampledOn: dayOf(resultRow),
    period: resultRow.sample.period,
    mode: resultRow.sample.mode,
    minutes: resultRow.sample.minutes,
    representedHours: resultRow.sample.representedHours,
    hoursPerDay: resultRow.sample.hoursPerDay ?? exposure?.hoursPerDay ?? null,
    daysPerWeek: exposure?.daysPerWeek ?? null,
    exposureCondition: exposure?.exposureCondition ?? null,
    startTime: resultRow.sample.startTime ? resultRow.sample.startTime.toISOString() : null,
    restUnexposed: resultRow.sample.restUnexposed,
    fixedPost: exposure?.fixedPost ?? null,
    workTime: exposure?.workTime ?? null,
    contactPattern: exposure?.contactPattern ?? null,
    peaks: exposure ? peaksOf(exposure) : null,
    result,
    unit: resultRow.row.unit,
    minimum: resultRow.row.minimum,
    volume: resultRow.row.computed?.['standardVolume'] ?? resultRow.sample.volume,
    dust: dustOf(resultRow.row.readings),
    uncertainty: uncertaintyOfRow(result, resultRow.row.unit, uncertainty, resultRow.sheet.testDate),
  };
}

const hazardsNamed = (orm: Orm, ids: readonly number[]) =>
  ids.length
    ? orm
        .select({
          id: hazardTable.id,
          name: hazardTable.name,
          category: hazardTable.category,
          silicaBand: hazardTable.silicaBand,
          reductionExempt: hazardTable.reductionExempt,
          jointEffect: hazardTable.jointEffect,
          noLimit: hazardTable.noLimit,
        })
        .from(hazardTable)
        .where(inArray(hazardTable.id, [...ids]))
    : Promise.resolve([]);

/** Counts the tasks of a project that are not finished. */
async function openTasks(orm: Orm, project: ResultsProject): Promise<number> {
  const openSheets = await orm
    .select({ id: labTaskTable.id })
    .from(labTaskTable)
    .innerJoin(sampleTable, eq(sampleTable.id, labTaskTable.sample))
    .where(
      and(
        eq(labTaskTable.project, project.id),
        isNull(labTaskTable.deleteTime),
        inArray(labTaskTable.state, ['waiting', 'distributed', 'testing']),
        ne(sampleTable.state, 'voided'),
      ),
    );
  return openSheets.length;
}

/** Returns the records of a project with their states, without corrected ones. */
const currentRecords = (orm: Orm, projectId: number) =>
  orm
    .select({ id: labSheetTable.id, state: labSheetTable.state })
    .from(labSheetTable)
    .where(
      and(eq(labSheetTable.project, projectId), isNull(labSheetTable.deleteTime), ne(labSheetTable.state, 'corrected')),
    )
    .orderBy(asc(labSheetTable.id));

/**
 * Returns the current results of the project's records, without corrected records.
 * @param onlyApproved leaves out records without all three signatures
 */
export async function resultFactsOf(
  orm: Orm,
  project: ResultsProject,
  { onlyApproved }: { onlyApproved: boolean },
): Promise<ProjectResultFacts> {
  const parallelsOf = await silicaParallels(orm, project.id);
  const exposureAt = await surveyedExposure(orm, project.id);
  const uncertaintyIn = await uncertaintiesOf(orm, project.id);
  const tests: TestFact[] = [];
  const silica: ProjectResultFacts['silica'][number][] = [];
  const shareFacts: ShareFact[] = [];
  for (const entry of await resultRows(orm, project, onlyApproved)) {
    const result = resultOf(entry.row);
    if (!result) continue;
    if (entry.sheet.methodKind === 'freeSilica') {
      const { percent, share } = shareOf(entry, result, parallelsOf);
      if (percent !== null) silica.push({ ...placeOf(entry), percent });
      shareFacts.push(share);
      continue;
    }
    const exposure =
      entry.sample.siteHazardId === null
        ? exposureAt(entry.sample.workshop, entry.sample.place, entry.sheet.hazard)
        : entry.survey;
    tests.push(testOf(entry, result, exposure ?? null, await uncertaintyIn(entry.sheet)));
  }
  const bands = await silicaHazards(orm);
  const ids = [...new Set(tests.map(({ hazard }) => hazard))];
  const namedHazards = await hazardsNamed(orm, ids);
  const versions = project.incoming ? [] : await limitVersionsOf(orm, ids, project.organizationId);
  const sheets = await currentRecords(orm, project.id);
  const [head] = await orm
    .select({ designTemperature: siteSurveyTable.designTemperature })
    .from(siteSurveyTable)
    .where(and(eq(siteSurveyTable.project, project.id), isNull(siteSurveyTable.deleteTime)));
  return {
    unjudged: project.incoming ? reportTexts.incomingUnjudged : null,
    tests,
    designTemperature: head?.designTemperature ?? null,
    silica,
    shares: shareFacts,
    limits: await limitsByDay(orm, project, tests, [...ids, ...bands.map(({ id }) => id)]),
    withoutLimit: absenceFrom(versions, namedHazards),
    hazards: new Map([...bands, ...namedHazards].map((hazard) => [hazard.id, hazard])),
    silicaHazards: new Map(
      [...bands].reverse().flatMap(({ id, silicaBand }) => (silicaBand ? [[silicaBand, id] as const] : [])),
    ),
    sheets: sheets.map(({ id, state }) => ({ id, state: state ?? '' })),
    openTaskCount: await openTasks(orm, project),
  };
}
