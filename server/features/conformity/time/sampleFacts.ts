import { shiftSpan, shiftsOf } from '@contract/features/conformity/time/shifts';
import type { TimedSample, TimedShift } from '@contract/features/conformity/time/timeFacts';
import { formatDay, formatMoment } from '@server/base/zone';
import type { TimeRows } from './timeRows';

type Sample = TimeRows['samples'][number];

interface Read {
  readonly rows: TimeRows;
  readonly zone: string;
}

/** Categories of hazards whose samples are drawn through a collector. */
const chemical: ReadonlySet<string | null> = new Set(['chemical', 'dust', 'biological']);

const kindsOf = ({ limits }: TimeRows, id: number): ReadonlySet<string> =>
  new Set(limits.filter(({ hazard }) => hazard === id).map(({ kind }) => kind));

/** Returns when the flow of a sample's instrument was measured: at the issue and the return of the instrument. */
function flowMoments({ rows, zone }: Read, one: Sample): Pick<TimedSample, 'flowBefore' | 'flowAfter'> {
  const { project, equipment } = one;
  const start = one.start as Date | null;
  const out = rows.outings.findLast(
    (use) =>
      use.project === project &&
      use.equipment === equipment &&
      use.outAt !== null &&
      (start === null || use.outAt.getTime() <= start.getTime()),
  );
  const moment = (at: Date | null | undefined, flow: string | null | undefined) =>
    at && flow ? formatMoment(at, zone) : null;
  return {
    flowBefore: moment(out?.outAt, out?.flowBefore),
    // A flow measured on site after the sample (E.5) has no recorded time.
    flowAfter: one.flowAfter === null ? moment(out?.inAt, out?.flowAfter) : null,
  };
}

const own = ({ rows }: Read, project: number): Sample[] => rows.samples.filter((one) => one.project === project);
const dayIn = ({ rows }: Read, { samplingDay }: Sample): string | null =>
  rows.days.find(({ id }) => id === samplingDay)?.on ?? null;
const momentOf = ({ zone }: Read, at: Date | null): string | null => at && formatMoment(at, zone);

/** Returns the samples of a project for the time rules. */
export function samplesIn(read: Read, project: number): TimedSample[] {
  const all = own(read, project);
  const blankLots = (hazard: number, day: number | null): string[] =>
    all.flatMap((one) =>
      one.kind === 'blank' && one.hazard === hazard && one.samplingDay === day && one.lot ? [one.lot] : [],
    );
  return all
    .filter(({ kind }) => kind === 'sample')
    .map((one) => {
      const kinds = kindsOf(read.rows, one.hazard);
      return {
        no: one.no,
        item: one.item ?? '',
        day: dayIn(read, one),
        start: momentOf(read, one.start),
        end: momentOf(read, one.end),
        device: one.device && `${one.device} ${one.deviceName ?? ''}`,
        worker: one.mode === 'personal' ? one.person : null,
        shift: shiftSpan(one.shift),
        ceiling: kinds.has('mac'),
        brief: one.period === 'short' && kinds.has('stel'),
        ...flowMoments(read, one),
        needsFlowAfter: one.period === 'long' && one.flowControl !== 'constant',
        deviceDue: one.deviceDue,
        lot: one.lot,
        lotUntil: null,
        blankLots: blankLots(one.hazard, one.samplingDay),
        handedOver: momentOf(read, one.givenAt),
        received: momentOf(read, one.receivedAt),
        keepUntil: one.keepUntil,
        temperature: one.temperature,
        pressure: one.pressure,
      };
    });
}

/** Returns the shifts that the samples of a project represent. */
export const shiftsIn = (read: Read, project: number): TimedShift[] =>
  shiftsOf(
    own(read, project)
      .filter(({ kind, category }) => kind === 'sample' && chemical.has(category))
      .map((one) => {
        const kinds = kindsOf(read.rows, one.hazard);
        const personal = one.mode === 'personal';
        return {
          day: dayIn(read, one),
          item: one.item ?? '',
          where: [one.workshop, one.place, personal ? one.person : null].filter(Boolean).join(' '),
          point: personal ? null : one.siteNo,
          start: momentOf(read, one.start),
          end: momentOf(read, one.end),
          isLong: one.period === 'long',
          medium: one.medium,
          hours: one.hoursPerDay === null ? null : Number(one.hoursPerDay),
          fixedPost: one.fixedPost,
          personal,
          averaged:
            !kinds.has('mac') && ['twa', 'totalDust', 'respirableDust', 'fibre'].some((kind) => kinds.has(kind)),
        };
      }),
  );

/** Counts the days on which chemicals of a project were sampled (6.2.7.1). */
export const chemicalShiftsIn = (read: Read, project: number): number =>
  new Set(
    own(read, project).flatMap((one) =>
      one.kind === 'sample' && one.start !== null && chemical.has(one.category)
        ? [formatDay(one.start, read.zone)]
        : [],
    ),
  ).size;
