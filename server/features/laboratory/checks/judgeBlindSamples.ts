import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { parallelLimit, spikeRangeOf } from '@contract/arithmetic/curves/qualityControl';
import type { StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { blindSample } from '@contract/features/fieldwork/entities/blindSample';
import { blindTexts } from '@contract/features/fieldwork/samples/blindSampleTexts';
import {
  type BlindResult,
  type BlindVerdict,
  judgeBlindControl,
  judgeBlindParallel,
  overallVerdict,
} from '@contract/features/laboratory/checks/blindJudgement';
import { rowVolume } from '@contract/features/laboratory/methods/calculation/rowVolume';
import { permissionOf } from '@contract/permissions';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import { blindSampleTable, labMethodTable, labSheetRowTable, labSheetTable, sampleTable } from '@server/db/schema';
import { tellPeopleWith } from '@server/features/projects/tellPeopleWith';
import type { Call } from '@server/http/route';
import { systemCall } from '@server/http/systemCall';
import type { Services } from '@server/services';

type StoredBlind = typeof blindSampleTable.$inferSelect;

const [row, sheet, method] = [labSheetRowTable, labSheetTable, labMethodTable];

/** Returns the reported results of samples in approved records, by hazard. */
async function approvedResults(tx: Orm, sampleIds: readonly number[]) {
  const rows = await tx
    .select({
      sample: row.sample,
      hazard: sheet.hazard,
      hazardName: sheet.hazardName,
      text: row.reportText,
      value: row.resultNum,
      censored: row.censored,
      unit: row.unit,
      normSet: row.normSet,
      stated: row.standardVolume,
      volume: sampleTable.volume,
      temperature: sampleTable.temperature,
      pressure: sampleTable.pressure,
      parallelMax: method.parallelMax,
      spikeMin: method.spikeMin,
      spikeMax: method.spikeMax,
    })
    .from(row)
    .innerJoin(sheet, eq(sheet.id, row.sheet))
    .innerJoin(method, eq(method.id, sheet.method))
    .innerJoin(sampleTable, eq(sampleTable.id, row.sample))
    .where(
      and(
        inArray(row.sample, [...sampleIds]),
        eq(row.rowKind, 'sample'),
        eq(sheet.state, 'approved'),
        isNull(row.deleteTime),
        isNull(sheet.deleteTime),
      ),
    )
    .orderBy(asc(sheet.id), asc(row.id));
  return rows.flatMap(({ text, value, ...facts }) =>
    text === null || value === null ? [] : [{ text, value, ...facts }],
  );
}

type ApprovedResult = Awaited<ReturnType<typeof approvedResults>>[number];

/** Returns the result with the volume for which its concentration in air was calculated. */
function comparableResult({
  text,
  value,
  censored,
  unit,
  stated,
  volume,
  temperature,
  pressure,
}: ApprovedResult): BlindResult {
  const air =
    unit === 'mg/m³'
      ? outcomeOfCalculation(() =>
          rowVolume({ standardVolume: stated, volume, temperature, pressure } as Parameters<typeof rowVolume>[0]),
        )
      : null;
  return { text, value, censored: censored ?? false, unit, volume: air?.ok ? (air.value?.toString() ?? null) : null };
}

/** Returns the verdicts of a blind sample by hazard; a parallel waits until both results are approved. */
function verdictsOf(storedBlind: StoredBlind, approvedResults: readonly ApprovedResult[]): BlindVerdict[] {
  return approvedResults.flatMap((result): BlindVerdict[] => {
    if (result.sample !== storedBlind.sample) return [];
    const withHazardName = ({ text, passes }: BlindVerdict): BlindVerdict => ({
      text: `${result.hazardName ?? ''}：${text}`,
      passes,
    });
    if (storedBlind.blindKind === 'control') {
      const knownContent = {
        content: storedBlind.content ?? '',
        basis: storedBlind.contentBasis === 'result' ? ('result' as const) : ('mass' as const),
        uncertainty: storedBlind.uncertainty,
      };
      const range = spikeRangeOf((result.normSet as StandardEdition | null) ?? '331+2026', [
        result.spikeMin,
        result.spikeMax,
      ]);
      return [withHazardName(judgeBlindControl(comparableResult(result), knownContent, range))];
    }
    const other = approvedResults.find(
      ({ sample, hazard }) => sample === storedBlind.model && hazard === result.hazard,
    );
    if (!other) return [];
    const maxDeviation = storedBlind.maxDeviation ?? result.parallelMax ?? parallelLimit;
    return [withHazardName(judgeBlindParallel(comparableResult(other), comparableResult(result), maxDeviation))];
  });
}

/**
 * Judges the blind samples with results in a record that was just approved, and stores the verdict on the row of the
 * quality officer. A record that replaces a corrected one judges them again. Who may see blind samples is told of a
 * failed one.
 * @returns the push of those messages, for after the commit
 */
export async function judgeBlindSamples(
  services: Services,
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
): Promise<() => Promise<void>> {
  const pushes: (() => Promise<void>)[] = [];
  const ownRows = tx
    .select({ sample: row.sample })
    .from(row)
    .where(and(eq(row.sheet, sheetId), isNull(row.deleteTime)));
  const blinds = await tx
    .select()
    .from(blindSampleTable)
    .where(
      and(
        or(inArray(blindSampleTable.sample, ownRows), inArray(blindSampleTable.model, ownRows)),
        isNull(blindSampleTable.deleteTime),
      ),
    )
    .orderBy(asc(blindSampleTable.id))
    .for('update');
  for (const storedBlind of blinds) {
    if (storedBlind.sample === null) continue;
    const verdicts = verdictsOf(storedBlind, await approvedResults(tx, [storedBlind.sample, storedBlind.model]));
    if (!verdicts.length) continue;
    const passes = overallVerdict(verdicts);
    const judged = {
      outcome: passes === null ? 'notComparable' : passes ? 'passed' : 'failed',
      judgement: verdicts.map(({ text }) => text).join('\n'),
    };
    await tx
      .update(blindSampleTable)
      .set({ ...judged, judgedAt: services.now(), version: sql`${blindSampleTable.version} + 1` })
      .where(eq(blindSampleTable.id, storedBlind.id));
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: blindSample,
        entityId: storedBlind.id,
        title: storedBlind.sampleNo ?? '',
        organizationId: storedBlind.organizationId,
        before: { outcome: storedBlind.outcome, judgement: storedBlind.judgement },
        after: judged,
      },
    ]);
    if (judged.outcome === 'failed' && storedBlind.organizationId !== null) {
      const push = await tellPeopleWith(services, tx, systemCall(blindTexts.judging), {
        organizationId: storedBlind.organizationId,
        permissions: [permissionOf(blindSample, 'edit')],
        title: blindTexts.failedTitle(storedBlind.sampleNo ?? ''),
        text: blindTexts.failedText(judged.judgement),
      });
      if (push) pushes.push(push);
    }
  }
  return async () => {
    for (const push of pushes) await push();
  };
}
