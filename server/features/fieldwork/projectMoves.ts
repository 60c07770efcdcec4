import { and, eq, isNull, max } from 'drizzle-orm';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import type { AnyRow } from '@contract/entity';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import type { OpenItem } from '@contract/features/projects/openItem';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import {
  handOverTable,
  incomingSampleTable,
  sampleSiteHazardTable,
  sampleTable,
  samplingDayTable,
  siteHazardTable,
} from '@server/db/schema';
import { assertNoFailedFlow, failedFlowReasons } from '@server/features/equipment/failedFlow';
import { receiveEarlierMeasurements } from '@server/features/laboratory/sheets/measuredAtPlace';
import { createNextHead, refuseIncomingProjects } from '@server/features/projects/moves';
import { assertSheets } from '@server/features/projects/requiredSheets';
import { findHead } from '@server/features/projects/surveyAndPlanHeads';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { siteWarningNote } from './samples/siteWarningNote';
import { takeOverMoves } from './takeOver/takeOverMoves';

/**
 * Facts that the end of a survey requires: the survey record, the report and the public notice print who surveyed,
 * and when.
 */
const surveyFacts = ['surveyedOn', 'surveyors'] as const;

/**
 * Returns the reason why too few people surveyed; null where two did, where the remark names the second, and for a
 * survey without people or from before GBZ 331-2024 (5.2.3.1 a).
 */
function tooFewSurveyors(survey: AnyRow | undefined): string | null {
  const surveyorCount = Array.isArray(survey?.surveyors) ? survey.surveyors.length : 0;
  const isCounted = surveyorCount > 0 && follows331(standardEditionOn(String(survey?.surveyedOn ?? '')));
  return isCounted && surveyorCount < 2 && !String(survey?.remark ?? '').trim() ? projectTexts.tooFewSurveyors : null;
}

/** Lists the open items that the end of a survey requires: posts with hazards, who surveyed, and when. */
export async function openForSurvey(
  { services, registry }: CrudContext,
  tx: Orm,
  projectId: number,
): Promise<OpenItem[]> {
  const [anyHazard] = await tx
    .select({ id: siteHazardTable.id })
    .from(siteHazardTable)
    .where(and(eq(siteHazardTable.project, projectId), isNull(siteHazardTable.deleteTime)))
    .limit(1);
  const survey = await findHead(services, registry, tx, 'siteSurvey', projectId);
  const missingFacts = surveyFacts.filter(
    (name) => !survey?.[name] || (Array.isArray(survey[name]) && !survey[name].length),
  );
  const surveyedOn = String(survey?.surveyedOn ?? '');
  const isInFuture = surveyedOn > formatDay(services.now(), services.env.zone);
  const tooFew = tooFewSurveyors(survey);
  const placeOf = (field: string | undefined) => ({ tab: 'facts', field });
  return [
    ...(anyHazard ? [] : [{ sentence: projectTexts.noHazards, place: { tab: 'hazards', field: 'hazards' } }]),
    ...(missingFacts.length
      ? [
          {
            sentence: projectTexts.surveyFactsMissing(missingFacts.map((name) => siteSurvey.fields[name].label)),
            place: placeOf(missingFacts[0]),
          },
        ]
      : []),
    ...(tooFew === null ? [] : [{ sentence: tooFew, place: placeOf('surveyors') }]),
    ...(isInFuture ? [{ sentence: projectTexts.surveyInFuture(surveyedOn), place: placeOf('surveyedOn') }] : []),
  ];
}

async function endSurvey(context: MoveContext): Promise<void> {
  const { tx, row } = context;
  await assertSheets(tx, row.id, 'endSurvey', '结束调查');
  const openItems = await openForSurvey(context, tx, row.id);
  if (openItems.length) throw conflict(openItems.map(({ sentence }) => sentence).join('\n'));
}

const samplesIn = (tx: Orm, projectId: number) =>
  tx
    .select({ id: sampleTable.id, no: sampleTable.sampleNo, state: sampleTable.state })
    .from(sampleTable)
    .where(and(eq(sampleTable.project, projectId), isNull(sampleTable.deleteTime)))
    .orderBy(sampleTable.sampleNo);

/**
 * Returns sentences about days of the plan without a date. An omitted day needs a reason, which is stored with its
 * voided samples.
 */
async function missingDays(tx: Orm, projectId: number): Promise<string[]> {
  const [plan, day] = [sampleSiteHazardTable, samplingDayTable];
  const [planned] = await tx
    .select({ days: max(plan.days) })
    .from(plan)
    .where(and(eq(plan.project, projectId), isNull(plan.deleteTime)));
  const dates = await tx
    .select({ number: day.dayNo })
    .from(day)
    .where(and(eq(day.project, projectId), isNull(day.deleteTime)));
  const presentNumbers = new Set(dates.map(({ number }) => number));
  const days = planned?.days ?? 0;
  const missingNumbers = Array.from({ length: days }, (_, index) => index + 1).filter(
    (number) => !presentNumbers.has(number),
  );
  return missingNumbers.length ? [siteTexts.daysMissing(days, missingNumbers)] : [];
}

/** An open item of the sampling, with the code of its refusal. */
interface OpenSamplingItem extends OpenItem {
  readonly code: string;
  /** Whether the item is corrected where sampling days are entered; if not, it is corrected with the samples. */
  readonly ofDays?: boolean;
}

/**
 * Lists the open items that the end of sampling requires: no sample is still planned, at least one sample was taken
 * on each day, and no sample was taken with an instrument whose flow deviated. A sample that was sent can still be
 * voided after sampling.
 */
export async function openForSampling(tx: Orm, zone: string, projectId: number): Promise<OpenSamplingItem[]> {
  const samples = await samplesIn(tx, projectId);
  const planned = samples.filter(({ state }) => state === 'planned');
  const openGaps: (OpenItem & { readonly ofDays?: boolean })[] = [
    ...(planned.length
      ? [{ sentence: siteTexts.toTake(planned.map(({ no }) => no)), place: { row: planned[0]?.id } }]
      : []),
    ...(samples.some(({ state }) => state !== 'voided')
      ? []
      : [{ sentence: siteTexts.noneTaken, ofDays: !samples.length }]),
  ];
  const days = await missingDays(tx, projectId);
  const stops = await failedFlowReasons(tx, zone, projectId, ({ state }) => state === 'collected', '结束采样');
  return [
    ...openGaps.map((item) => ({ ...item, code: 'conflict' })),
    ...days.map((sentence) => ({ sentence, code: 'conflict', ofDays: true })),
    ...stops.map((sentence) => ({ sentence, code: 'flowFailed' })),
  ];
}

async function endSampling(context: MoveContext): Promise<void> {
  const { tx, services, row } = context;
  const openGaps = await openForSampling(tx, services.env.zone, row.id);
  if (openGaps.length) throw conflict(openGaps.map(({ sentence }) => sentence).join('\n'), openGaps[0]?.code);
  await assertSheets(tx, row.id, 'endSampling', '结束采样');
  await receiveEarlierMeasurements(context, context.tx, context.call, context.row.id);
}

/** Requires that every incoming sample was received or refused, and that at least one was received. */
async function receiveIncoming({ tx, row }: MoveContext): Promise<void> {
  const rows = await tx
    .select({ no: incomingSampleTable.clientSampleNo, state: incomingSampleTable.state })
    .from(incomingSampleTable)
    .where(and(eq(incomingSampleTable.project, row.id), isNull(incomingSampleTable.deleteTime)))
    .orderBy(incomingSampleTable.rowSort, incomingSampleTable.id);
  const registeredRows = rows.filter(({ state }) => state === 'registered');
  if (registeredRows.length)
    throw conflict(
      incomingTexts.leftOver(
        registeredRows.length,
        `${registeredRows
          .slice(0, 3)
          .map(({ no }) => no)
          .join('、')}${registeredRows.length > 3 ? '等' : ''}`,
      ),
    );
  if (!rows.some(({ state }) => state === 'received')) throw conflict(incomingTexts.noneReceived);
}

/** Requires that the keeper received every valid sample, and that no sheet is in transit. */
async function receiveSamples(context: MoveContext): Promise<void> {
  if (context.row.incoming) await receiveIncoming(context);
  await receiveEarlierMeasurements(context, context.tx, context.call, context.row.id);
  const samples = await samplesIn(context.tx, context.row.id);
  const unreceivedSamples = samples.filter(
    ({ state }) => state === 'planned' || state === 'collected' || state === 'handingOver',
  );
  if (unreceivedSamples.length)
    throw conflict(
      `还有${unreceivedSamples.length}个样品没有接收（${unreceivedSamples
        .slice(0, 3)
        .map(({ no }) => no)
        .join('、')}${unreceivedSamples.length > 3 ? '等' : ''}），请全部接收或作废后再完成交接`,
    );
  const [openSheet] = await context.tx
    .select({ no: handOverTable.sheetNo })
    .from(handOverTable)
    .where(
      and(
        eq(handOverTable.project, context.row.id),
        eq(handOverTable.state, 'waiting'),
        isNull(handOverTable.deleteTime),
      ),
    )
    .limit(1);
  // refusal: waiting
  if (openSheet) throw conflict(`流转单${String(openSheet.no)}尚未接收，请先处理`);
  await assertNoFailedFlow(context.tx, context.services.env.zone, context.row.id, () => true, '完成交接');
}

/** Moves of a project from its survey until its samples are received. */
export const fieldMoves: Readonly<Record<string, MoveRule>> = {
  endSurvey: { before: endSurvey, after: createNextHead('samplePlan') },
  reopenSurvey: {},
  endSampling: { note: siteWarningNote, before: endSampling },
  resumeSampling: { withheldReason: refuseIncomingProjects(incomingTexts.noSampling) },
  receiveSamples: { before: receiveSamples },
  ...takeOverMoves,
};
