import { and, eq, gte, isNull, lt, or } from 'drizzle-orm';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundTo } from '@contract/arithmetic/numbers/roundingRules';
import { formatMoment, parseMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { equipmentTable, placeTable, workLogTable } from '@server/db/schema';

interface TestedIn {
  readonly organizationId: number | null;
  readonly instrument: number | null;
  /** Days of the test, `YYYY-MM-DD`. */
  readonly from: string | null;
  readonly until: string | null;
}

interface RoomAir {
  readonly envTemperature: string;
  readonly envHumidity: string | null;
}

/** Hours of the day in which tests are made, for the mean of a logger that runs day and night. */
const workingHours = { from: '08', until: '18' } as const;

const meanOf = (values: readonly string[]): string | null =>
  values.length === 0
    ? null
    : roundTo(values.reduce((sum, value) => sum.plus(value), new Decimal(0)).dividedBy(values.length), 1);

/**
 * Returns temperature and humidity of the room in which the instrument stands, as the mean of the room's entries in
 * 实验室登记 on the days of a test (GBZ 331-2024 5.2.6.3.1 c): of the working hours, or of all hours without any of these.
 * Null without an entry.
 */
export async function roomAirOf(
  tx: Orm,
  { organizationId, instrument, from, until }: TestedIn,
  zone: string,
): Promise<RoomAir | null> {
  if (instrument === null || from === null || organizationId === null) return null;
  const [equipment] = await tx
    .select({ room: equipmentTable.location })
    .from(equipmentTable)
    .where(eq(equipmentTable.id, instrument));
  const roomName = equipment?.room?.trim();
  if (!roomName) return null;
  const log = workLogTable;
  const end = parseMoment(`${until ?? from} 23:59:59`, zone);
  const entries = await tx
    .select({ at: log.startAt, temperature: log.temperature, humidity: log.humidity })
    .from(log)
    .leftJoin(placeTable, eq(placeTable.id, log.place))
    .where(
      and(
        eq(log.organizationId, organizationId),
        eq(log.logKind, 'room'),
        or(eq(log.subject, roomName), eq(placeTable.placeName, roomName)),
        gte(log.startAt, parseMoment(`${from} 00:00:00`, zone)),
        lt(log.startAt, end),
        isNull(log.deleteTime),
      ),
    );
  const readings = entries.flatMap(({ at, temperature, humidity }) =>
    temperature === null ? [] : [{ hour: formatMoment(at, zone).slice(11, 13), temperature, humidity }],
  );
  const worked = readings.filter(({ hour }) => hour >= workingHours.from && hour < workingHours.until);
  const countedReadings = worked.length ? worked : readings;
  const envTemperature = meanOf(countedReadings.map(({ temperature }) => temperature));
  return envTemperature === null
    ? null
    : { envTemperature, envHumidity: meanOf(countedReadings.flatMap(({ humidity }) => humidity ?? [])) };
}
