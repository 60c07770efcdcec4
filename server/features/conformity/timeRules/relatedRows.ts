import { and, asc, eq, inArray, isNull, max, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import {
  consumableTable,
  dutyAuthorisationTable,
  methodAuthorisationTable,
  projectTable,
  samplingDayTable,
  serviceFormTable,
  staffRecordTable,
} from '@server/db/schema';

// Rows beside those of the projects themselves that the time rules compare: lots, stock solutions, authorisations, and
// other projects of the same days.

/** Returns the expiry of collectors by their lot. */
export const lotsOf = async (orm: Orm, organizationIds: number[], lots: string[]) =>
  lots.length
    ? orm
        .select({
          organization: consumableTable.organizationId,
          lot: consumableTable.lotNo,
          until: consumableTable.validUntil,
        })
        .from(consumableTable)
        .where(
          and(
            inArray(consumableTable.organizationId, organizationIds),
            inArray(consumableTable.lotNo, lots),
            isNull(consumableTable.deleteTime),
          ),
        )
    : [];

/** Returns the sheets of stock solutions of the projects, and those that other projects refer to. */
export function stocksOf(orm: Orm, ids: number[], organizationIds: number[]) {
  const sheet = serviceFormTable;
  return orm
    .select({ organization: sheet.organizationId, project: sheet.project, values: sheet.values })
    .from(sheet)
    .where(
      and(
        inArray(sheet.organizationId, organizationIds),
        eq(sheet.formKind, 'stockSolution'),
        or(inArray(sheet.project, ids), sql`coalesce(${sheet.values} ->> 'used', '') <> ''`),
        isNull(sheet.deleteTime),
      ),
    )
    .orderBy(asc(sheet.id));
}

/** Returns who is authorised to sample, and to test by the methods of the records. */
export async function authorisationsOf(orm: Orm, organizationIds: number[], methodIds: number[]) {
  const [duty, test] = [dutyAuthorisationTable, methodAuthorisationTable];
  return {
    sampling: await orm
      .select({ organization: duty.organizationId, person: duty.person, from: duty.validFrom, until: duty.validUntil })
      .from(duty)
      .where(and(inArray(duty.organizationId, organizationIds), eq(duty.duty, 'sampling'), isNull(duty.deleteTime))),
    testing: methodIds.length
      ? await orm
          .select({
            organization: test.organizationId,
            person: test.person,
            method: test.method,
            from: test.validFrom,
            until: test.validUntil,
          })
          .from(test)
          .where(
            and(
              inArray(test.organizationId, organizationIds),
              inArray(test.method, methodIds),
              isNull(test.deleteTime),
            ),
          )
      : [],
  };
}

/** Returns the last day of validity of everybody's continuing education (GBZ 331-2024 4.1.2). */
export const educationOf = (orm: Orm, organizations: number[]) =>
  orm
    .select({ person: staffRecordTable.person, until: max(staffRecordTable.validUntil) })
    .from(staffRecordTable)
    .where(
      and(
        inArray(staffRecordTable.organizationId, organizations),
        eq(staffRecordTable.recordKind, 'continuing'),
        isNull(staffRecordTable.deleteTime),
      ),
    )
    .groupBy(staffRecordTable.person);

/** Returns the passed trainings and the dose measurements of everybody (GBZ 331-2024 4.1.2, 4.4.2). */
export const staffRecordsOf = (orm: Orm, organizations: number[]) =>
  orm
    .select({
      organization: staffRecordTable.organizationId,
      person: staffRecordTable.person,
      kind: staffRecordTable.recordKind,
      from: staffRecordTable.recordedOn,
      until: staffRecordTable.validUntil,
    })
    .from(staffRecordTable)
    .where(
      and(
        inArray(staffRecordTable.organizationId, organizations),
        or(
          eq(staffRecordTable.recordKind, 'dose'),
          and(
            eq(staffRecordTable.recordKind, 'training'),
            or(isNull(staffRecordTable.result), ne(staffRecordTable.result, 'failed')),
          ),
        ),
        isNull(staffRecordTable.deleteTime),
      ),
    );

/** Returns further projects of the organizations that were sampled on the days of some projects. */
export async function sameDayProjects(
  orm: Orm,
  ids: number[],
  organizationIds: number[],
): Promise<{ id: number; code: string | null }[]> {
  const day = samplingDayTable;
  const days = await orm
    .selectDistinct({ on: day.sampledOn })
    .from(day)
    .where(and(inArray(day.project, ids), isNull(day.deleteTime)));
  if (!days.length) return [];
  const otherRows = await orm
    .selectDistinct({ project: day.project })
    .from(day)
    .where(
      and(
        inArray(day.organizationId, organizationIds),
        inArray(
          day.sampledOn,
          days.map(({ on }) => on),
        ),
        notInArray(day.project, ids),
        isNull(day.deleteTime),
      ),
    );
  return otherRows.length
    ? orm
        .select({ id: projectTable.id, code: projectTable.code })
        .from(projectTable)
        .where(
          and(
            inArray(
              projectTable.id,
              otherRows.map(({ project }) => project),
            ),
            ne(projectTable.stage, 'terminated'),
            isNull(projectTable.deleteTime),
          ),
        )
    : [];
}
