import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { type TraceFact, traceTexts } from '@contract/features/reports/resultTrace';
import { formatDay, formatMoment } from '@server/base/zone';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import {
  equipmentTable,
  equipmentUseTable,
  handOverTable,
  sampleCollectorsTable,
  sampleTable,
  userTable,
  workflowStepTable,
} from '@server/db/schema';
import { missingFact, certificateWords, valueWithUnit, factsOrNone, factOrMissing } from './traceFact';

type StoredSample = typeof sampleTable.$inferSelect;
type StoredEquipment = typeof equipmentTable.$inferSelect;

/**
 * Returns an instrument with the certificate valid on a day.
 * @param label purpose of the instrument
 */
export function instrumentFacts(
  label: string,
  instrument: StoredEquipment | undefined,
  day: string | null,
): readonly TraceFact[] {
  if (!instrument) return [missingFact(label)];
  const { eqpNo, eqpName, model, certificateNo, calibrationDue, certificate } = instrument;
  const path = `/resource/equipment?keyword=${encodeURIComponent(eqpNo)}`;
  const certificateText = certificateWords({ no: certificateNo, until: calibrationDue, day });
  return [
    factOrMissing(label, [eqpName, model, eqpNo].filter(Boolean).join(' '), { path }),
    factOrMissing(`${label}证书`, certificateText),
    certificate
      ? factOrMissing(`${label}证书文件`, certificateNo ?? eqpNo, {
          file: { id: certificate, name: certificateNo ?? eqpNo },
        })
      : missingFact(`${label}证书文件`),
  ];
}

/** Returns instruments by id; null ids are skipped. */
async function instrumentsById(
  orm: Orm,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, StoredEquipment>> {
  const instrumentIds = ids.filter((id): id is number => id !== null);
  const rows = instrumentIds.length
    ? await orm.select().from(equipmentTable).where(inArray(equipmentTable.id, instrumentIds))
    : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns who took the sample. */
export async function collectorFact(orm: Orm, sample: StoredSample): Promise<TraceFact> {
  const people = await orm
    .select({ name: personName() })
    .from(sampleCollectorsTable)
    .innerJoin(userTable, eq(userTable.id, sampleCollectorsTable.targetId))
    .where(eq(sampleCollectorsTable.ownerId, sample.id))
    .orderBy(asc(sampleCollectorsTable.position));
  if (people.length > 0) return factOrMissing('采样人', people.map(({ name }) => name).join('、'));
  // If no collector is named, the person who recorded the sample as taken is shown.
  const step = workflowStepTable;
  const [collectorRow] = await orm
    .select({ name: step.personName })
    .from(step)
    .where(and(eq(step.machine, sampleMachine.name), eq(step.rowId, sample.id), eq(step.move, 'collect')))
    .orderBy(asc(step.id))
    .limit(1);
  return factOrMissing('采样人', collectorRow ? traceTexts.recordedBy(collectorRow.name) : null);
}

/** Returns the outing of the sampler in which the sample was taken, else the last outing of the project. */
async function outingOf(orm: Orm, { project, equipment, startTime, endTime }: StoredSample) {
  if (equipment === null) return undefined;
  const usage = equipmentUseTable;
  const outings = await orm
    .select()
    .from(usage)
    .where(and(eq(usage.project, project), eq(usage.equipment, equipment), isNull(usage.deleteTime)))
    .orderBy(asc(usage.id));
  const ownOuting = outings.find(
    ({ outAt, inAt }) => startTime && outAt && outAt <= startTime && (!inAt || !endTime || inAt >= endTime),
  );
  return ownOuting ?? outings.at(-1);
}

const joinedParts = (parts: readonly (string | false | null | undefined)[], separator: string): string =>
  parts.filter(Boolean).join(separator);

/** Returns the facts of a pumped sample: flows of the outing, the calibrator, flows and volume of the sample. */
function pumpFacts(
  sample: StoredSample,
  outing: Awaited<ReturnType<typeof outingOf>>,
  instruments: Awaited<ReturnType<typeof instrumentsById>>,
  day: string | null,
): readonly TraceFact[] {
  const outingFlows =
    outing &&
    joinedParts(
      [
        valueWithUnit(outing.flowSet, 'L/min') && `设定 ${outing.flowSet}`,
        outing.flowReadings && `采样前 ${outing.flowReadings}`,
        outing.flowAfter && `采样后 ${outing.flowAfter}`,
        outing.flowDeviation && `偏差 ${outing.flowDeviation}%`,
      ],
      '；',
    );
  const sampleFlows = joinedParts(
    [
      valueWithUnit(sample.flowBefore, 'L/min') && `采样前 ${sample.flowBefore}`,
      sample.flowAfter && `采样后 ${sample.flowAfter}`,
      sample.flow && `计算 ${sample.flow}`,
      sample.flowDeviation && `偏差 ${sample.flowDeviation}%`,
    ],
    '；',
  );
  const volumes = joinedParts(
    [
      valueWithUnit(sample.volume, 'L'),
      sample.standardVolume && `标准采样体积 ${Number(sample.standardVolume).toPrecision(3)} L`,
    ],
    '；',
  );
  return [
    factOrMissing('出入库流量（L/min）', outingFlows || null, {
      path: `/siteSample/eqpIn/details/page?belongProject=${sample.project}`,
    }),
    ...instrumentFacts('流量校准器', outing?.calibrator ? instruments.get(outing.calibrator) : undefined, day),
    factOrMissing('样品流量', sampleFlows),
    factOrMissing('采样体积', volumes),
  ];
}

/** Returns the pump, its use record with the flows, and the sampling itself (GBZ 331-2024 E.1 to E.3). */
export async function samplingFacts(orm: Orm, sample: StoredSample, zone: string): Promise<readonly TraceFact[]> {
  const { startTime, endTime } = sample;
  const day = startTime ? formatDay(startTime, zone) : null;
  const outing = await outingOf(orm, sample);
  const instruments = await instrumentsById(orm, [sample.equipment, outing?.calibrator ?? null]);
  const isPumped = sample.plannedFlow !== null || sample.flowBefore !== null;
  return [
    ...instrumentFacts('采样仪器', sample.equipment === null ? undefined : instruments.get(sample.equipment), day),
    ...(isPumped ? pumpFacts(sample, outing, instruments, day) : []),
    factOrMissing(
      '采样时间',
      startTime && endTime
        ? `${formatMoment(startTime, zone)} 至 ${formatMoment(endTime, zone)}（${sample.minutes ?? ''} min）`
        : null,
      { path: `/siteSample/liveSample/condition/pageSampling?belongProject=${sample.project}` },
    ),
    factOrMissing(
      '气温、气压',
      joinedParts([valueWithUnit(sample.temperature, '℃'), valueWithUnit(sample.pressure, 'kPa')], '，'),
    ),
    factOrMissing('采样介质批号', sample.collectorLot),
  ];
}

/** Returns the chain of custody of the sample. */
export async function custodyFacts(orm: Orm, sample: StoredSample, zone: string): Promise<readonly TraceFact[]> {
  const [sheet] =
    sample.handOver === null ? [] : await orm.select().from(handOverTable).where(eq(handOverTable.id, sample.handOver));
  const path = `/siteSample/sampleFlow/details/page?belongProject=${sample.project}`;
  return [
    ...factsOrNone('样品流转单', sheet ? [factOrMissing('样品流转单', sheet.sheetNo, { path })] : []),
    factOrMissing('清点时间', sample.checkedAt ? formatMoment(sample.checkedAt, zone) : null),
    factOrMissing(
      '保存条件与期限',
      sample.storage && [sample.storage, sample.keepUntil ? `至${sample.keepUntil}` : traceTexts.noTerm].join('，'),
    ),
  ];
}
