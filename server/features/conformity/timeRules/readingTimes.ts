import type { TimeFacts } from '@contract/features/conformity/timeRules/timeFacts';
import { formatMoment } from '@server/base/zone';
import type { TimeRows } from './timeRows';

// Times that records state among their readings: of the calibration of sound meters, and of the weighing of filters.

type TypedReadings = Readonly<Record<string, string | undefined>>;
type RecordRows = Pick<TimeRows, 'sheets' | 'sheetRows' | 'samples'>;

const clockPattern = /^([01]\d|2[0-3]):[0-5]\d$/;
const momentPattern = /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d$/;

/** Returns the rows of a project's records with their record and readings. */
function readRows({ sheets, sheetRows }: RecordRows, projectId: number) {
  return sheets
    .filter((sheet) => sheet.project === projectId)
    .flatMap((sheet) =>
      sheetRows
        .filter((row) => row.sheet === sheet.id)
        .map(({ no, readings }) => ({ sheet, no, readings: (readings ?? {}) as TypedReadings })),
    );
}

/** Returns the calibrations of sound meters with the readings between them, one for each meter and day (T13). */
export function metersIn(rows: RecordRows, zone: string, projectId: number): TimeFacts['meters'] {
  const rowByKey = new Map<string, { name: string; before: string | null; after: string | null; readings: string[] }>();
  for (const { sheet, no, readings } of readRows(rows, projectId)) {
    const { calibratedAt = '', checkedAt = '' } = readings;
    const sample = rows.samples.find((sample) => sample.no === no);
    if (!(clockPattern.test(calibratedAt) || clockPattern.test(checkedAt)) || !sample?.start) continue;
    const times = [sample.start, sample.end].flatMap((at) => (at ? [formatMoment(at, zone)] : []));
    const day = times[0]?.slice(0, 10) ?? '';
    const name = sheet.instrument ?? '声级计';
    const knownRow = rowByKey.get(`${name} ${day}`) ?? { name, before: null, after: null, readings: [] };
    const [before, after] = [calibratedAt, checkedAt].map((at) => (clockPattern.test(at) ? `${day} ${at}:00` : null));
    rowByKey.set(`${name} ${day}`, {
      name,
      before: [knownRow.before, before].flatMap((at) => at ?? []).sort()[0] ?? null,
      after:
        [knownRow.after, after]
          .flatMap((at) => at ?? [])
          .sort()
          .at(-1) ?? null,
      readings: [...knownRow.readings, ...times],
    });
  }
  return [...rowByKey.values()];
}

/** Returns the weighings of filters before they were handed out and after their receipt (T18). */
export const weighingsIn = (rows: RecordRows, projectId: number): TimeFacts['weighings'] =>
  readRows(rows, projectId).flatMap(({ sheet, no, readings }) => {
    const { beforeAt = '', afterAt = '', beforeBalance = '', filterNo } = readings;
    if (!momentPattern.test(beforeAt)) return [];
    return [
      {
        filter: filterNo || (no ?? ''),
        balance: beforeBalance,
        first: beforeAt,
        second: momentPattern.test(afterAt) ? afterAt : null,
        conditionsEqual: true,
        afterBalance: beforeBalance === '' ? null : sheet.instrument,
      },
    ];
  });
