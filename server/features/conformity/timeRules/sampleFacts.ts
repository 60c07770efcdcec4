import { shiftSpan, shiftsOf } from '@contract/features/conformity/timeRules/sampledShifts';
import type { TimedSample, TimedShift } from '@contract/features/conformity/timeRules/timeFacts';
import { formatDay, formatMoment } from '@server/base/zone';
import type { TimeRows } from './timeRows';

type StoredSample = TimeRows['samples'][number];

interface FactContext {
  readonly rows: TimeRows;
  readonly zone: string;
}

/** Categories of hazards whose samples are drawn through a collector. */
const chemicalCategories: ReadonlySet<string | null> = new Set(['chemical', 'dust', 'biological']);

const kindsOf = ({ limits }: TimeRows, id: number): ReadonlySet<string> =>
  new Set(limits.filter(({ hazard }) => hazard === id).map(({ kind }) => kind));

/** Returns when the flow of a sample's instrument was measured: at the issue and the return of the instrument. */
function flowMoments({ rows, zone }: FactContext, sample: StoredSample): Pick<TimedSample, 'flowBefore' | 'flowAfter'> {
  const { project, equipment } = sample;
  const start = sample.start as Date | null;
  const outing = rows.outings.findLast(
    (use) =>
      use.project === project &&
      use.equipment === equipment &&
      use.outAt !== null &&
      (start === null || use.outAt.getTime() <= start.getTime()),
  );
  const flowMoment = (at: Date | null | undefined, flow: string | null | undefined) =>
    at && flow ? formatMoment(at, zone) : null;
  return {
    flowBefore: flowMoment(outing?.outAt, outing?.flowBefore),
    // A flow measured on site after the sample (E.5) has no recorded time.
    flowAfter: sample.flowAfter === null ? flowMoment(outing?.inAt, outing?.flowAfter) : null,
  };
}

const ownSamples = ({ rows }: FactContext, projectId: number): StoredSample[] =>
  rows.samples.filter((sample) => sample.project === projectId);
const dayIn = ({ rows }: FactContext, { samplingDay }: StoredSample): string | null =>
  rows.days.find(({ id }) => id === samplingDay)?.on ?? null;
const momentOf = ({ zone }: FactContext, at: Date | null): string | null => at && formatMoment(at, zone);

/** Returns until when the collectors of a sample's lot may be used: of several deliveries of one lot the last day. */
function lotUntil({ rows: { lots } }: FactContext, { lot, organization }: StoredSample): string | null {
  const expiryDays = lots
    .filter((row) => row.lot === lot && row.organization === organization)
    .map(({ until }) => until);
  return expiryDays.includes(null) ? null : (expiryDays.sort().at(-1) ?? null);
}

/** Returns the samples of a project for the time rules. */
export function samplesIn(context: FactContext, projectId: number): TimedSample[] {
  const allSamples = ownSamples(context, projectId);
  const blankLots = (hazardId: number, day: number | null): string[] =>
    allSamples.flatMap((sample) =>
      sample.kind === 'blank' && sample.hazard === hazardId && sample.samplingDay === day && sample.lot
        ? [sample.lot]
        : [],
    );
  return allSamples
    .filter(({ kind }) => kind === 'sample')
    .map((sample) => {
      const kinds = kindsOf(context.rows, sample.hazard);
      return {
        no: sample.no,
        item: sample.item ?? '',
        day: dayIn(context, sample),
        start: momentOf(context, sample.start),
        end: momentOf(context, sample.end),
        device: sample.device && `${sample.device} ${sample.deviceName ?? ''}`,
        worker: sample.mode === 'personal' ? sample.person : null,
        shift: shiftSpan(sample.shift),
        ceiling: kinds.has('mac'),
        brief: sample.period === 'short' && kinds.has('stel'),
        ...flowMoments(context, sample),
        needsFlowAfter: sample.period === 'long' && sample.flowControl !== 'constant',
        deviceDue: sample.deviceDue,
        lot: sample.lot,
        lotUntil: lotUntil(context, sample),
        blankLots: blankLots(sample.hazard, sample.samplingDay),
        handedOver: momentOf(context, sample.givenAt),
        received: momentOf(context, sample.receivedAt),
        keepUntil: sample.keepUntil,
        temperature: sample.temperature,
        pressure: sample.pressure,
      };
    });
}

/** Returns the shifts that the samples of a project represent. */
export const shiftsIn = (context: FactContext, projectId: number): TimedShift[] =>
  shiftsOf(
    ownSamples(context, projectId)
      .filter(({ kind, category }) => kind === 'sample' && chemicalCategories.has(category))
      .map((sample) => {
        const kinds = kindsOf(context.rows, sample.hazard);
        const personal = sample.mode === 'personal';
        return {
          day: dayIn(context, sample),
          item: sample.item ?? '',
          where: [sample.workshop, sample.place, personal ? sample.person : null].filter(Boolean).join(' '),
          point: personal ? null : sample.siteNo,
          start: momentOf(context, sample.start),
          end: momentOf(context, sample.end),
          isLong: sample.period === 'long',
          medium: sample.medium,
          hours: sample.hoursPerDay === null ? null : Number(sample.hoursPerDay),
          fixedPost: sample.fixedPost,
          personal,
          averaged:
            !kinds.has('mac') && ['twa', 'totalDust', 'respirableDust', 'fibre'].some((kind) => kinds.has(kind)),
        };
      }),
  );

/** Counts the days on which chemicals of a project were sampled (6.2.7.1). */
export const chemicalShiftsIn = (context: FactContext, projectId: number): number =>
  new Set(
    ownSamples(context, projectId).flatMap((sample) =>
      sample.kind === 'sample' && sample.start !== null && chemicalCategories.has(sample.category)
        ? [formatDay(sample.start, context.zone)]
        : [],
    ),
  ).size;
