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
  selection: { readonly ids: readonly number[] } | { readonly project: number },
): Promise<FoundSample[]> => {
  const selectionCondition =
    'ids' in selection ? inArray(sampleTable.id, [...selection.ids]) : eq(sampleTable.project, selection.project);
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
    .where(and(selectionCondition, eq(sampleTable.sampleKind, 'sample'), isNull(sampleTable.deleteTime))) as Promise<
    FoundSample[]
  >;
};

type TargetsBySample = ReadonlyMap<number, readonly number[]>;
const targetsByOwner = (rows: readonly { readonly owner: number; readonly target: number }[]): TargetsBySample => {
  const targets = new Map<number, number[]>();
  for (const { owner, target } of rows) targets.set(owner, [...(targets.get(owner) ?? []), target]);
  return targets;
};

async function hazardsTogether(
  orm: Orm,
  samples: readonly FoundSample[],
): Promise<{ ofRow: TargetsBySample; ofSample: TargetsBySample }> {
  const [row, ownJoin] = [sampleSiteHazardAlongWithTable, sampleAlongWithTable];
  const rows = [...new Set(samples.flatMap(({ planRow }) => planRow ?? []))];
  return {
    ofRow: targetsByOwner(
      rows.length
        ? await orm.select({ owner: row.ownerId, target: row.targetId }).from(row).where(inArray(row.ownerId, rows))
        : [],
    ),
    ofSample: targetsByOwner(
      await orm
        .select({ owner: ownJoin.ownerId, target: ownJoin.targetId })
        .from(ownJoin)
        .where(
          inArray(
            ownJoin.ownerId,
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
  selection: { readonly ids: readonly number[] } | { readonly project: number },
  today: string,
): Promise<Map<number, SampleRules>> {
  const samples = 'ids' in selection && selection.ids.length === 0 ? [] : await samplesOf(orm, selection);
  if (!samples.length) return new Map();
  const { ofRow, ofSample } = await hazardsTogether(orm, samples);
  const hazardsOf = ({ id, hazard, planRow }: FoundSample): number[] => [
    ...new Set([hazard, ...(ofSample.get(id) ?? []), ...(planRow === null ? [] : (ofRow.get(planRow) ?? []))]),
  ];
  const allHazards = [...new Set(samples.flatMap(hazardsOf))];
  const hazards = new Map(
    (
      await orm
        .select({ id: hazardTable.id, name: hazardTable.name, category: hazardTable.category })
        .from(hazardTable)
        .where(inArray(hazardTable.id, allHazards))
    ).map((hazardRow) => [hazardRow.id, hazardRow]),
  );
  const days = [...new Set(samples.map(({ sampledOn }) => sampledOn ?? today))];
  const limits = new Map<string, Map<number, Set<string>>>();
  for (const day of days) {
    const kinds = new Map<number, Set<string>>();
    for (const { hazard, kind } of await limitsOfHazards(orm, {
      hazards: allHazards,
      day,
      organizationId: samples[0]?.organizationId ?? null,
    }))
      kinds.set(hazard, (kinds.get(hazard) ?? new Set()).add(kind));
    limits.set(day, kinds);
  }
  return new Map(
    samples.map((sample) => {
      const kinds = limits.get(sample.sampledOn ?? today);
      const limited = hazardsOf(sample).map((id): LimitedHazard => ({
        name: hazards.get(id)?.name ?? '',
        kinds: kinds?.get(id) ?? new Set(),
      }));
      const method = sample.resultRoute === null ? undefined : { resultRoute: sample.resultRoute };
      const isDrawn = !isMeasured(hazards.get(sample.hazard), method);
      return [
        sample.id,
        sampleRulesOf({
          hazards: limited,
          period: sample.period,
          mode: sample.mode,
          fixedPost: sample.survey === null ? undefined : sample.fixedPost === true,
          wornForShift: sample.longFlow !== null,
          drawn: isDrawn,
        }),
      ];
    }),
  );
}
