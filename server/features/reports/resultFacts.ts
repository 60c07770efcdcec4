import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { silicaPercentText, silicaBandOf } from '@contract/arithmetic/air/dustFormulas';
import {
  type Uncertainty,
  uncertaintyFor,
  type UncertaintyOfMethod,
} from '@contract/arithmetic/curves/measurementUncertainty';
import { absenceOf } from '@contract/arithmetic/limits/limitVersions';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, meanOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { placeOfSurvey } from '@contract/features/fieldwork/plan/planFacts';
import type { ReportSilica } from '@contract/features/reports/reportContent';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type {
  NotedPeaks,
  ResultFacts,
  ResultHazard,
  ResultLimit,
  TestFact,
} from '@contract/features/reports/resultFacts';
import type { Orm } from '@server/db/orm';
import {
  hazardTable,
  labMethodTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  recordContentTable,
  sampleTable,
  samplingDayTable,
  siteHazardTable,
  siteSurveyTable,
} from '@server/db/schema';
import { limitsOfHazards, limitVersionsOf } from '@server/features/library/hazards/storedLimits';
import { methodItemOf } from '@server/features/library/methods/methodItems';
import { isNotBlindSample } from '@server/features/projects/ordinarySamples';

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
type SurveyExposure = { readonly [Name in keyof typeof exposureColumns]: SurveyRow[Name] };

/** Returns the peak exposures of a shift; null where their number or length is not recorded. */
const peaksOf = ({ peakTimes, peakMinutes, peakGap }: SurveyExposure): NotedPeaks | null =>
  peakTimes === null || peakMinutes === null ? null : { times: peakTimes, minutes: peakMinutes, gap: peakGap };

/**
 * Returns a lookup of the survey's exposure at a place. It serves samples without a survey row: samples of a typed
 * plan row, or added samples.
 */
async function surveyedExposure(
  orm: Orm,
  project: number,
): Promise<(workshop: string | null, place: string | null, hazard: number) => SurveyExposure | undefined> {
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
    .where(and(eq(table.project, project), isNull(table.deleteTime)))
    .orderBy(asc(table.rowSort), asc(table.id));
  return (workshop, placeText, hazard) =>
    rows.find(
      (row) =>
        row.hazard === hazard &&
        row.workshop === workshop &&
        (placeOfSurvey(row) === placeText || row.post === placeText),
    );
}

/** Returns the hazards with a band of free silica by their ids. The first of several counts. */
async function silicaHazards(orm: Orm): Promise<ResultHazard[]> {
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
async function silicaParallels(
  orm: Orm,
  project: number,
): Promise<(sheet: number, sample: number) => readonly string[]> {
  const [row, sheet] = [labSheetRowTable, labSheetTable];
  const parallelRows = await orm
    .select({ sheet: row.sheet, sample: row.sample, share: row.resultNum })
    .from(row)
    .innerJoin(sheet, eq(sheet.id, row.sheet))
    .where(
      and(
        eq(sheet.project, project),
        eq(sheet.methodKind, 'freeSilica'),
        eq(row.rowKind, 'parallel'),
        isNotNull(row.resultNum),
        isNull(row.deleteTime),
        isNull(sheet.deleteTime),
      ),
    );
  return (sheetId, sample) =>
    parallelRows.flatMap((parallelRow) =>
      parallelRow.sheet === sheetId && parallelRow.sample === sample && parallelRow.share !== null
        ? [parallelRow.share]
        : [],
    );
}

type MethodUncertainty = Partial<UncertaintyOfMethod> | null;

/**
 * Returns a lookup of a record's uncertainty from 方法库, which reads each entry once; for a submitted record as it
 * was then.
 */
async function uncertaintiesOf(
  orm: Orm,
  project: number,
): Promise<(of: typeof labSheetTable.$inferSelect) => Promise<MethodUncertainty>> {
  const [sheet, contentTable] = [labSheetTable, recordContentTable];
  const storedItems = await orm
    .select({ id: sheet.id, item: sql<MethodUncertainty>`${contentTable.content} #> '{work,item}'` })
    .from(sheet)
    .innerJoin(contentTable, eq(contentTable.sheetId, sheet.id))
    .where(and(eq(sheet.project, project), isNull(sheet.deleteTime)));
  const itemBySheet = new Map(storedItems.map(({ id, item }) => [id, Promise.resolve(item)]));
  return (record) => {
    const methodItem = itemBySheet.get(record.id) ?? methodItemOf(orm, record);
    itemBySheet.set(record.id, methodItem);
    return methodItem;
  };
}

/** Returns the expanded uncertainty U of a measured result; a result below its minimum has none. */
const uncertaintyOfRow = (
  { num, censored }: Result,
  unit: string | null,
  item: MethodUncertainty,
  testedOn: string | null,
): Uncertainty | null => (censored ? null : uncertaintyFor(item, num, unit, testedOn));

/** A dust sample with the free silica tested in it. */
interface ShareFact extends ReportSilica {
  readonly sheet: number;
}

export interface ProjectResultFacts extends ResultFacts {
  readonly shares: readonly ShareFact[];
  /** Records of the tests with their states. */
  readonly sheets: readonly { readonly id: number; readonly state: string }[];
  /** Number of tasks without a result, on samples that are not voided. */
  readonly openTaskCount: number;
}

/** Returns a function that explains why a hazard has no limit on a day, from the versions in the library. */
function absenceFrom(
  versions: readonly { readonly hazard: number; readonly effectiveFrom: string }[],
  hazards: readonly { readonly id: number; readonly category: string; readonly noLimit: boolean | null }[],
): ResultFacts['withoutLimit'] {
  return (hazard, day) => {
    const knownHazard = hazards.find(({ id }) => id === hazard);
    if (!knownHazard) return 'unknown';
    return absenceOf(
      versions.filter((version) => version.hazard === hazard),
      knownHazard.noLimit === true,
      knownHazard.category,
      day,
    );
  };
}

interface ProjectOf {
  readonly id: number;
  readonly organizationId: number | null;
  readonly incoming: boolean | null;
}

const [row, sheet, sample] = [labSheetRowTable, labSheetTable, sampleTable];

/** Reads the rows of a project's records, with sample, day, surveyed exposure and standard. */
async function resultRows(orm: Orm, project: ProjectOf, onlyApproved: boolean) {
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

type ResultRow = Awaited<ReturnType<typeof resultRows>>[number];

/** Returns the place of a result; an incoming sample is named by its number. */
const placeOf = ({ sample: { workshop, place, clientSampleNo, sampleNo } }: ResultRow) => ({
  workshop,
  place: place ?? clientSampleNo ?? sampleNo,
});

/** Returns the day whose rules apply to a result, `YYYY-MM-DD`. */
const dayOf = ({ sampledOn, sheet: { receivedOn, testDate } }: ResultRow): string =>
  sampledOn ?? receivedOn ?? testDate ?? '';

/** Returns the share of free silica as the mean of its parallels; `percent` is null for a share below the limit. */
function shareOf(
  entry: ResultRow,
  result: NonNullable<ReturnType<typeof resultOf>>,
  parallelsOf: Awaited<ReturnType<typeof silicaParallels>>,
): { percent: string | null; share: ShareFact } {
  const placeFields = placeOf(entry);
  // A corrected value is used alone, without the parallels.
  const parallels = [
    result.num,
    ...(entry.row.overrideText === null ? parallelsOf(entry.sheet.id, entry.sample.id) : []),
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
      sheet: entry.sheet.id,
      sampleNo: entry.sample.sampleNo,
      sampledOn: dayOf(entry),
      text: percent === null ? result.text : silicaPercentText(percent),
      band: percent === null ? null : silicaBandOf(percent),
    },
  };
}

/** Returns a result with all data for its judgement. */
function testOf(
  entry: ResultRow,
  result: NonNullable<ReturnType<typeof resultOf>>,
  exposure: SurveyExposure | null,
  uncertainty: Parameters<typeof uncertaintyOfRow>[2],
): TestFact {
  return {
    ...placeOf(entry),
    sheet: entry.sheet.id,
    sheetNo: entry.sheet.sheetNo ?? '',
    methodKind: entry.sheet.methodKind ?? '',
    standardNo: entry.standardNo,
    sample: entry.sample.id,
    sampleNo: entry.sample.sampleNo,
    siteNo: entry.sample.siteNo,
    person: entry.sample.person,
    hazard: entry.sheet.hazard,
    sampledOn: dayOf(entry),
    period: entry.sample.period,
    mode: entry.sample.mode,
    minutes: entry.sample.minutes,
    representedHours: entry.sample.representedHours,
    hoursPerDay: entry.sample.hoursPerDay ?? exposure?.hoursPerDay ?? null,
    daysPerWeek: exposure?.daysPerWeek ?? null,
    exposureCondition: exposure?.exposureCondition ?? null,
    startTime: entry.sample.startTime ? entry.sample.startTime.toISOString() : null,
    restUnexposed: entry.sample.restUnexposed,
    fixedPost: exposure?.fixedPost ?? null,
    workTime: exposure?.workTime ?? null,
    contactPattern: exposure?.contactPattern ?? null,
    peaks: exposure ? peaksOf(exposure) : null,
    result,
    unit: entry.row.unit,
    minimum: entry.row.minimum,
    volume: entry.row.computed?.['standardVolume'] ?? entry.sample.volume,
    dust: dustOf(entry.row.readings),
    uncertainty: uncertaintyOfRow(result, entry.row.unit, uncertainty, entry.sheet.testDate),
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

/** Returns the limits in force on each sampling day; results of incoming samples are not judged. */
async function limitsByDay(
  orm: Orm,
  project: ProjectOf,
  tests: readonly TestFact[],
  hazards: readonly number[],
): Promise<ResultLimit[]> {
  const limits: ResultLimit[] = [];
  for (const day of new Set(tests.map(({ sampledOn }) => sampledOn))) {
    if (!day || project.incoming) continue;
    const dayLimits = await limitsOfHazards(orm, {
      hazards: [...hazards],
      day,
      organizationId: project.organizationId,
    });
    limits.push(
      ...dayLimits.map(({ id, hazard, kind, condition, value, unit, standard }) => ({
        id,
        day,
        hazard,
        kind,
        condition,
        value,
        unit,
        standard,
      })),
    );
  }
  return limits;
}

/** Counts the tasks of a project that are not finished. */
async function openTasks(orm: Orm, project: ProjectOf): Promise<number> {
  const openSheets = await orm
    .select({ id: labTaskTable.id })
    .from(labTaskTable)
    .innerJoin(sample, eq(sample.id, labTaskTable.sample))
    .where(
      and(
        eq(labTaskTable.project, project.id),
        isNull(labTaskTable.deleteTime),
        inArray(labTaskTable.state, ['waiting', 'distributed', 'testing']),
        ne(sample.state, 'voided'),
      ),
    );
  return openSheets.length;
}

/**
 * Returns the current results of the project's records, without corrected records.
 * @param onlyApproved leaves out records without all three signatures
 */
export async function resultFactsOf(
  orm: Orm,
  project: ProjectOf,
  { onlyApproved }: { onlyApproved: boolean },
): Promise<ProjectResultFacts> {
  const parallelsOf = await silicaParallels(orm, project.id);
  const exposureAt = await surveyedExposure(orm, project.id);
  const uncertaintyIn = await uncertaintiesOf(orm, project.id);
  const tests: TestFact[] = [];
  const silica: ProjectResultFacts['silica'][number][] = [];
  const shares: ShareFact[] = [];
  for (const entry of await resultRows(orm, project, onlyApproved)) {
    const result = resultOf(entry.row);
    if (!result) continue;
    if (entry.sheet.methodKind === 'freeSilica') {
      const { percent, share } = shareOf(entry, result, parallelsOf);
      if (percent !== null) silica.push({ ...placeOf(entry), percent });
      shares.push(share);
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
  const sheets = await orm
    .select({ id: sheet.id, state: sheet.state })
    .from(sheet)
    .where(and(eq(sheet.project, project.id), isNull(sheet.deleteTime), ne(sheet.state, 'corrected')))
    .orderBy(asc(sheet.id));
  const [head] = await orm
    .select({ designTemperature: siteSurveyTable.designTemperature })
    .from(siteSurveyTable)
    .where(and(eq(siteSurveyTable.project, project.id), isNull(siteSurveyTable.deleteTime)));
  return {
    unjudged: project.incoming ? reportTexts.incomingUnjudged : null,
    tests,
    designTemperature: head?.designTemperature ?? null,
    silica,
    shares,
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
