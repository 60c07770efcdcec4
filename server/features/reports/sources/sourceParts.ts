import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { wasBefore } from '@contract/features/projects/projectTakeOver';
import type { ReportSources } from '@contract/features/reports/compileReport';
import { isUsual } from '@contract/features/reports/compileReport';
import { minimumOf } from '@contract/features/reports/minimumQuantifiable';
import type { ReportContent } from '@contract/features/reports/reportContent';
import type { TemplateSection } from '@contract/features/reports/reportTexts';
import { formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import { undeletedRows } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { onlyRow, valuesById } from '@server/db/readRows';
import {
  equipmentTable,
  hazardLimitTable,
  hazardTable,
  labMethodTable,
  reportModuleRowTable,
  samplePlanTable,
  sampleTable,
} from '@server/db/schema';
import { samplingStaffFrom } from '@server/features/fieldwork/samples/samplingStaff';
import { earlierWorkOf } from '@server/features/projects/earlierWork';
import { isNotBlindSample } from '@server/features/projects/ordinarySamples';
import { stepsByRow } from '@server/workflow/stepHistory';
import { accreditationOfRecords } from '../recordAccreditation';
import type { ProjectResultFacts } from '../results/resultFacts';

// Parts of a report, each read from its own source.

/** Returns a non-empty text; null for anything else. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** Returns a number; null for anything else. */
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/** Returns names stored as a list, or as one text separated by 、 or commas. */
export const nameList = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value ? value.split(/[、,，]/) : [];
/** Returns each value once, in order. */
export const distinctValues = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** Returns the undeleted parts of a project in order, in the form of the API: with the names of referenced rows. */
export async function partsOf(
  { services, registry }: CrudContext,
  orm: Orm,
  name: string,
  projectId: number,
  field = 'project',
): Promise<AnyRow[]> {
  const resource = registry.named(name);
  const column = resource.columns[field];
  if (!column) throw new Error(`${name} has no ${field}`);
  const rows = await orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(eq(column, projectId), undeletedRows(resource)))
    .orderBy(asc(resource.columns['rowSort'] ?? resource.columns.id), asc(resource.columns.id));
  return presentRows(orm, registry, resource, rows, services.env.zone);
}

/**
 * Returns a row in the form of the API: with the names of referenced rows.
 * @param name name of the entity
 */
export async function rowOf({ services, registry }: CrudContext, orm: Orm, name: string, id: number): Promise<AnyRow> {
  const resource = registry.named(name);
  return onlyRow(
    await presentRows(
      orm,
      registry,
      resource,
      await orm.select(wireColumns(resource)).from(resource.table).where(eq(resource.columns.id, id)),
      services.env.zone,
    ),
  );
}

const libraryColumns = {
  id: labMethodTable.id,
  no: labMethodTable.standardNo,
  name: labMethodTable.standardName,
  title: labMethodTable.title,
};

/** Returns the methods of a project by its current records, the testers, and the first and last day of testing. */
export async function methodsOf(
  context: CrudContext,
  orm: Orm,
  projectId: number,
  projectFacts: ProjectResultFacts,
): Promise<{ methods: ReportContent['methods']; testers: string[]; from: string | null; to: string | null }> {
  const sheets = (await partsOf(context, orm, 'labSheet', projectId)).filter(({ state }) => state !== 'corrected');
  const ids = distinctValues(sheets.flatMap(({ method }) => (typeof method === 'number' ? [method] : [])));
  const library = new Map(
    (ids.length
      ? await orm.select(libraryColumns).from(labMethodTable).where(inArray(labMethodTable.id, ids))
      : []
    ).map((method) => [method.id, method]),
  );
  const instrumentIds = distinctValues(sheets.flatMap(({ instrument: id }) => (typeof id === 'number' ? [id] : [])));
  const instruments = new Map(
    (instrumentIds.length
      ? await orm
          .select({
            id: equipmentTable.id,
            name: equipmentTable.eqpName,
            no: equipmentTable.eqpNo,
            model: equipmentTable.model,
          })
          .from(equipmentTable)
          .where(inArray(equipmentTable.id, instrumentIds))
      : []
    ).map((instrument) => [
      instrument.id,
      `${instrument.name}${instrument.model ? `（${instrument.model}）` : ''}/${instrument.no}`,
    ]),
  );
  const accredited = await accreditationOfRecords(orm, sheets);
  const days = sheets
    .flatMap(({ testDate, testUntil }) => [testDate, testUntil].flatMap((day) => textOrNull(day) ?? []))
    .sort();
  return {
    methods: sheets.map((sheet) => {
      const method = library.get(Number(sheet.method));
      const tests = projectFacts.tests.filter((test) => test.sheet === sheet.id);
      const instrument = instruments.get(Number(sheet.instrument));
      return {
        hazardName: String(sheet.hazardName ?? ''),
        standardNo: method?.no ?? '',
        ...(method?.name ? { standardName: method.name } : {}),
        title: method?.title ?? '',
        instruments: instrument ? [instrument] : [],
        sheetNo: String(sheet.sheetNo ?? ''),
        samples: tests.length + projectFacts.shares.filter((parallelShare) => parallelShare.sheet === sheet.id).length,
        ...minimumOf(tests),
        ...accredited(sheet, method?.no ?? ''),
      };
    }),
    testers: distinctValues(sheets.flatMap(({ analystName }) => textOrNull(analystName) ?? [])),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
  };
}

/**
 * Returns the people who took the samples: named on each sample, else on its day, else the person who recorded the
 * sample as taken. The sampling papers use the same order.
 * For samples taken before a job was taken over, these are the people named on the paper.
 */
export async function collectorsOf(
  context: CrudContext,
  orm: Orm,
  project: { readonly id: number; readonly takenOverAt?: unknown },
  days: readonly AnyRow[],
): Promise<string[]> {
  const onDay = new Map(days.map(({ id, collectorsName }) => [id, nameList(collectorsName)]));
  const samples = (await ordinarySamplesOf(context, orm, project.id)).filter(({ state }) => state !== 'voided');
  const steps = await stepsByRow(
    orm,
    context.services.env.zone,
    'sample',
    samples.map(({ id }) => id),
  );
  const collectorsBySample = samples.map(({ id, collectorsName, samplingDay }) => {
    const recordedNames = [nameList(collectorsName), onDay.get(Number(samplingDay)) ?? []].find(
      (people) => people.length > 0,
    );
    return recordedNames ?? samplingStaffFrom(steps, [id]);
  });
  const broughtPeople = collectorsBySample.some((people) => people.length === 0)
    ? (await earlierWorkOf(orm, project, 'sampling')).people
    : [];
  return distinctValues([...collectorsBySample.flat(), ...broughtPeople]);
}

/**
 * Returns the production conditions during sampling, of days and of single places, if any were recorded as unusual.
 * Null for a job that was taken over after its sampling and does not state them.
 */
export async function productionOf(
  context: CrudContext,
  orm: Orm,
  project: { readonly id: number; readonly takenOverAt?: unknown },
  days: readonly AnyRow[],
): Promise<string[] | null> {
  const unusualConditions = (remark: unknown): string[] =>
    [textOrNull(remark)?.trim() ?? ''].filter((condition) => condition !== '' && !isUsual(condition));
  const samples = (await ordinarySamplesOf(context, orm, project.id)).filter(({ state }) => state !== 'voided');
  const dayOf = new Map(days.map(({ id, sampledOn }) => [id, String(sampledOn)]));
  const conditions = distinctValues([
    ...days.flatMap(({ sampledOn, production }) =>
      unusualConditions(production).map((condition) => `${String(sampledOn)}${condition}`),
    ),
    ...samples.flatMap(({ samplingDay, workshop, place, production }) =>
      unusualConditions(production).map(
        (condition) =>
          `${dayOf.get(Number(samplingDay)) ?? ''}${textOrNull(workshop) ?? ''}${textOrNull(place) ?? ''}${condition}`,
      ),
    ),
  ]);
  return conditions.length === 0 && wasBefore('sampling', project.takenOverAt) ? null : conditions;
}

/** Returns the samples of a project without blind ones. */
export async function ordinarySamplesOf(context: CrudContext, orm: Orm, projectId: number): Promise<AnyRow[]> {
  const ids = await orm
    .select({ id: sampleTable.id })
    .from(sampleTable)
    .where(and(eq(sampleTable.project, projectId), isNotBlindSample(sampleTable.id)));
  const ordinaryIds = new Set(ids.map(({ id }) => id));
  return (await partsOf(context, orm, 'sample', projectId)).filter(({ id }) => ordinaryIds.has(id));
}

/**
 * Returns start and end of the samples by number (GBZ 331-2024 5.2.8.4 c), with the day where the end is on another
 * one; nothing for incoming samples.
 */
export async function sampledTimesOf(
  { services }: CrudContext,
  orm: Orm,
  { id, incoming }: { readonly id: number; readonly incoming: boolean | null },
): Promise<Pick<ReportContent, 'sampledTimes'>> {
  if (incoming) return {};
  const samples = await orm
    .select({ sampleNo: sampleTable.sampleNo, start: sampleTable.startTime, end: sampleTable.endTime })
    .from(sampleTable)
    .where(and(eq(sampleTable.project, id), isNotBlindSample(sampleTable.id), isNull(sampleTable.deleteTime)))
    .orderBy(asc(sampleTable.id));
  const momentOf = (at: Date): string => formatMoment(at, services.env.zone).slice(0, 16);
  return {
    sampledTimes: Object.fromEntries(
      samples.flatMap(({ sampleNo, start, end }) => {
        if (!start) return [];
        const [from, until] = [momentOf(start), end ? momentOf(end) : ''];
        const shownEnd = until.slice(0, 10) === from.slice(0, 10) ? until.slice(11) : until;
        return [[sampleNo, [from.slice(11), shownEnd].filter(Boolean).join('～')]];
      }),
    ),
  };
}

/**
 * Returns the tested hazards with the marks of their limits, in the order of the library. A dust with free silica also
 * counts as 矽尘, with whose limit it is compared (DOMAIN §2.7).
 */
export async function marksOf(
  orm: Orm,
  results: ReportSources['results'],
): Promise<NonNullable<ReportSources['marked']>> {
  const limitIds = distinctValues(results.flatMap(({ values }) => values.flatMap(({ limitId }) => limitId ?? [])));
  const owners = orm
    .select({ id: hazardLimitTable.hazard })
    .from(hazardLimitTable)
    .where(inArray(hazardLimitTable.id, limitIds));
  const tested = distinctValues(results.map(({ hazard }) => hazard));
  return await orm
    .select({ name: hazardTable.name, marks: hazardTable.marks })
    .from(hazardTable)
    .where(and(or(inArray(hazardTable.id, tested), inArray(hazardTable.id, owners)), isNotNull(hazardTable.marks)))
    .orderBy(asc(hazardTable.id));
}

/** Returns the limits that the values were compared with, in the order of the results. */
export async function limitsOf(orm: Orm, results: ReportSources['results']): Promise<ReportContent['limits']> {
  const ids = distinctValues(results.flatMap(({ values }) => values.flatMap(({ limitId }) => limitId ?? [])));
  const limits = ids.length ? await orm.select().from(hazardLimitTable).where(inArray(hazardLimitTable.id, ids)) : [];
  // Named by the hazard to which the limit belongs: a dust with free silica is compared with the limit of 矽尘
  // (DOMAIN §2.7).
  const owners = distinctValues(limits.map(({ hazard }) => hazard));
  const nameOf = await valuesById(orm, hazardTable, hazardTable.name, owners);
  return ids.flatMap((id) => {
    const limit = limits.find((row) => row.id === id);
    return limit
      ? [
          {
            id,
            hazardName: nameOf.get(limit.hazard) ?? '',
            kind: limit.kind,
            condition: limit.condition,
            value: limit.value,
            unit: limit.unit,
            standard: limit.standard,
            effectiveFrom: limit.effectiveFrom,
          },
        ]
      : [];
  });
}

/** Returns the texts of a report template by section; empty without a template. */
export async function templateOf(
  orm: Orm,
  templateId: number | null,
): Promise<Partial<Record<TemplateSection, string>>> {
  if (templateId === null) return {};
  const rows = await orm
    .select({ section: reportModuleRowTable.section, body: reportModuleRowTable.body })
    .from(reportModuleRowTable)
    .where(and(eq(reportModuleRowTable.template, templateId), isNull(reportModuleRowTable.deleteTime)))
    .orderBy(asc(reportModuleRowTable.rowSort), asc(reportModuleRowTable.id));
  const textBySection: Record<string, string> = {};
  for (const { section, body } of rows)
    textBySection[section] = textBySection[section] ? `${textBySection[section]}\n${body}` : body;
  return textBySection;
}

/** Returns the hazards that the plan does not test, with the reasons that were signed with it, a line each. */
export async function untestedOf(orm: Orm, projectId: number): Promise<string[]> {
  const [plan] = await orm
    .select({ notTested: samplePlanTable.notTested })
    .from(samplePlanTable)
    .where(and(eq(samplePlanTable.project, projectId), isNull(samplePlanTable.deleteTime)));
  return (plan?.notTested ?? '').split('\n').filter((line) => line.trim() !== '');
}
