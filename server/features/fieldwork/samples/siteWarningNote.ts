import { and, eq, inArray, isNull } from 'drizzle-orm';
import { personChoiceWarnings } from '@contract/features/fieldwork/samples/personChoice';
import { samplerCountWarnings } from '@contract/features/fieldwork/samples/samplerCount';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { overlapWarnings, type SiteWarning, timeWarnings } from '@contract/features/fieldwork/samples/siteWarnings';
import { formatDay } from '@server/base/zone';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { equipmentTable, samplingDayCollectorsTable, samplingDayTable, userTable } from '@server/db/schema';
import type { Services } from '@server/services';
import { rulesOfSamples } from './sampleRules';
import { simultaneousSamples, samplesOfSite } from './simultaneousSamples';

interface SiteRow {
  readonly id: number;
  readonly organizationId: number | null;
}

/** Returns the numbers of instruments and the names of people by their ids. */
async function namesOf(orm: Orm, instrumentIds: readonly number[], personIds: readonly number[]) {
  const [equipment, user] = [equipmentTable, userTable];
  const instruments = await orm
    .select({ id: equipment.id, name: equipment.eqpNo })
    .from(equipment)
    .where(inArray(equipment.id, instrumentIds));
  const people = await orm
    .select({ id: user.id, name: personName(user) })
    .from(user)
    .where(inArray(user.id, personIds));
  const byId = (rows: typeof people) => new Map(rows.map(({ id, name }) => [id, name]));
  return { tools: byId(instruments), people: byId(people) };
}

/** Returns the ids of the people of each sampling day. */
async function crewsOf(orm: Orm, dayIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const { ownerId, targetId } = samplingDayCollectorsTable;
  const rows = await orm
    .select({ day: ownerId, person: targetId })
    .from(samplingDayCollectorsTable)
    .where(inArray(ownerId, dayIds));
  const crews = new Map<number, number[]>();
  for (const { day, person } of rows) crews.set(day, [...(crews.get(day) ?? []), person]);
  return crews;
}

/** Returns the warnings about a site before its sampling ends, by the same functions as on the phone. */
async function siteWarningsOf({ now, env }: Services, orm: Orm, site: SiteRow): Promise<SiteWarning[]> {
  const { zone } = env;
  const samples = await samplesOfSite(orm, zone, site.id);
  if (!samples.length) return [];
  const day = samplingDayTable;
  const days = await orm
    .select({ id: day.id, sampledOn: day.sampledOn, remark: day.remark })
    .from(day)
    .where(and(eq(day.project, site.id), isNull(day.deleteTime)));
  const instrumentIds = [...new Set(samples.flatMap(({ equipment }) => equipment ?? []))];
  const personIds = [...new Set(samples.flatMap(({ collectors }) => collectors))];
  const surroundings = {
    project: site.id,
    organizationId: site.organizationId,
    days: days.map(({ sampledOn }) => sampledOn),
    tools: instrumentIds,
    people: personIds,
  };
  const samplesElsewhere = await simultaneousSamples(orm, zone, surroundings);
  const crews = await crewsOf(
    orm,
    days.map(({ id }) => id),
  );
  const rules = await rulesOfSamples(orm, { project: site.id }, formatDay(now(), zone));
  return [
    ...samplerCountWarnings(
      days.map((listedDay) => ({ ...listedDay, collectors: crews.get(listedDay.id) ?? [] })),
      samples,
    ),
    ...personChoiceWarnings(samples),
    ...timeWarnings(samples, (id) => rules.get(id)),
    ...overlapWarnings(samples, samplesElsewhere, await namesOf(orm, instrumentIds, personIds)),
  ];
}

/**
 * Returns the warnings of a site as one sentence, for the confirmation of 结束采样 and its step; null where there is
 * none.
 */
export async function siteWarningNote(services: Services, orm: Orm, site: SiteRow): Promise<string | null> {
  const warnings = await siteWarningsOf(services, orm, site);
  return warnings.length ? siteTexts.stillToCheck(warnings.map(({ message }) => message)) : null;
}
