import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { isMeasured } from '@contract/features/fieldwork/plan/planFacts';
import { type LimitedHazard, type SampleRules, sampleRulesOf } from '@contract/features/fieldwork/samples/sampleRules';
import type { Orm } from '@server/db/orm';
import {
  hazardTable,
  labMethodTable,
  sampleAlongWithTable,
  sampleSiteHazardAlongWithTable,
  sampleSiteHazardTable,
  sampleTable,
  samplingDayTable,
  siteHazardTable,
} from '@server/db/schema';
import { limitsOfHazards } from '@server/features/library/hazards/storedLimits';

interface FoundSample {
  readonly id: number;
  readonly organizationId: number;
  readonly planRow: number | null;
  readonly hazard: number;
  readonly period: string | null;
  readonly mode: string | null;
  readonly sampledOn: string | null;
  readonly survey: number | null;
  readonly fixedPost: boolean | null;
  readonly longFlow: string | null;
  readonly resultRoute: string | null;
}

const samplesOf = (
  orm: Orm,
  which: { readonly ids: readonly number[] } | { readonly project: number },
): Promise<FoundSample[]> => {
  const chosen = 'ids' in which ? inArray(sampleTable.id, [...which.ids]) : eq(sampleTable.project, which.project);
  // The inferred type of the joins is less exact than that of the columns.
  return orm
    .select({
      id: sampleTable.id,
      organizationId: sampleTable.organizationId,
      planRow: sampleTable.sampleSiteHazardId,
      hazard: sampleTable.hazard,
      period: sampleTable.period,
      mode: sampleTable.mode,
      sampledOn: samplingDayTable.sampledOn,
      survey: siteHazardTable.id,
      fixedPost: siteHazardTable.fixedPost,
      longFlow: labMethodTable.longFlow,
      resultRoute: labMethodTable.resultRoute,
    })
    .from(sampleTable)
    .leftJoin(samplingDayTable, eq(samplingDayTable.id, sampleTable.samplingDay))
    .leftJoin(siteHazardTable, eq(siteHazardTable.id, sampleTable.siteHazardId))
    .leftJoin(sampleSiteHazardTable, eq(sampleSiteHazardTable.id, sampleTable.sampleSiteHazardId))
    .leftJoin(
      labMethodTable,
      eq(labMethodTable.id, sql`coalesce(${sampleTable.method}, ${sampleSiteHazardTable.method})`),
    )
    .where(and(chosen, eq(sampleTable.sampleKind, 'sample'), isNull(sampleTable.deleteTime))) as Promise<FoundSample[]>;
};

type Targets = ReadonlyMap<number, readonly number[]>;
const grouped = (rows: readonly { readonly owner: number; readonly target: number }[]): Targets => {
  const found = new Map<number, number[]>();
  for (const { owner, target } of rows) found.set(owner, [...(found.get(owner) ?? []), target]);
  return found;
};

async function hazardsTogether(
  orm: Orm,
  samples: readonly FoundSample[],
): Promise<{ ofRow: Targets; ofSample: Targets }> {
  const [row, own] = [sampleSiteHazardAlongWithTable, sampleAlongWithTable];
  const rows = [...new Set(samples.flatMap(({ planRow }) => planRow ?? []))];
  return {
    ofRow: grouped(
      rows.length
        ? await orm.select({ owner: row.ownerId, target: row.targetId }).from(row).where(inArray(row.ownerId, rows))
        : [],
    ),
    ofSample: grouped(
      await orm
        .select({ owner: own.ownerId, target: own.targetId })
        .from(own)
        .where(
          inArray(
            own.ownerId,
            samples.map(({ id }) => id),
          ),
        ),
    ),
  };
}

/**
 * Returns the allowed duration of samples, by the limits valid on their day; blanks have no such rules.
 * @param today day that is used where the sampling day is unknown
 */
export async function rulesOfSamples(
  orm: Orm,
  which: { readonly ids: readonly number[] } | { readonly project: number },
  today: string,
): Promise<Map<number, SampleRules>> {
  const samples = 'ids' in which && which.ids.length === 0 ? [] : await samplesOf(orm, which);
  if (!samples.length) return new Map();
  const { ofRow, ofSample } = await hazardsTogether(orm, samples);
  const hazardsOf = ({ id, hazard, planRow }: FoundSample): number[] => [
    ...new Set([hazard, ...(ofSample.get(id) ?? []), ...(planRow === null ? [] : (ofRow.get(planRow) ?? []))]),
  ];
  const all = [...new Set(samples.flatMap(hazardsOf))];
  const hazards = new Map(
    (
      await orm
        .select({ id: hazardTable.id, name: hazardTable.name, category: hazardTable.category })
        .from(hazardTable)
        .where(inArray(hazardTable.id, all))
    ).map((one) => [one.id, one]),
  );
  const days = [...new Set(samples.map(({ sampledOn }) => sampledOn ?? today))];
  const limits = new Map<string, Map<number, Set<string>>>();
  for (const day of days) {
    const kinds = new Map<number, Set<string>>();
    for (const { hazard, kind } of await limitsOfHazards(orm, {
      hazards: all,
      day,
      organizationId: samples[0]?.organizationId ?? null,
    }))
      kinds.set(hazard, (kinds.get(hazard) ?? new Set()).add(kind));
    limits.set(day, kinds);
  }
  return new Map(
    samples.map((one) => {
      const kinds = limits.get(one.sampledOn ?? today);
      const limited = hazardsOf(one).map((id): LimitedHazard => ({
        name: hazards.get(id)?.name ?? '',
        kinds: kinds?.get(id) ?? new Set(),
      }));
      const method = one.resultRoute === null ? undefined : { resultRoute: one.resultRoute };
      const drawn = !isMeasured(hazards.get(one.hazard), method);
      return [
        one.id,
        sampleRulesOf({
          hazards: limited,
          period: one.period,
          mode: one.mode,
          fixedPost: one.survey === null ? undefined : one.fixedPost === true,
          wornForShift: one.longFlow !== null,
          drawn,
        }),
      ];
    }),
  );
}
