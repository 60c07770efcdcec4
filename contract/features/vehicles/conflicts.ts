import { dayAfter } from '@contract/arithmetic/numbers/days';
import { fixedDictionaries } from '@contract/dictionaries';
import { vehicleTexts } from './vehicleTexts';

// Conflicts of a trip. The calendar shows them while a plan is dragged, the dialog shows them, and the server refuses
// by the conflicts of the vehicle.

/** A trip as the rules use it. Moments are `YYYY-MM-DD HH:mm:ss`. */
export interface Trip {
  /** Id of the trip; 0 before it is saved. */
  readonly id: number;
  readonly planNo: string;
  readonly vehicle: number;
  readonly startAt: string;
  readonly endAt: string;
  readonly state: string;
  readonly project: number | null;
  /** Ids of the people, the driver included. */
  readonly people: readonly number[];
  readonly instruments: readonly number[];
}

interface TripVehicle {
  readonly id: number;
  readonly plateNo: string;
  readonly seats: number;
  readonly status: string;
  readonly inspectionDue: string | null;
  readonly insuranceDue: string | null;
}

/** A person or an instrument that is occupied elsewhere: on a sampling day, or issued. */
export interface Engagement {
  readonly kind: 'person' | 'instrument';
  readonly id: number;
  readonly from: string;
  /** End; null where the instrument is not returned yet. */
  readonly to: string | null;
  readonly project: number | null;
  readonly projectCode: string | null;
}

interface TripInstrument {
  readonly id: number;
  readonly name: string;
  readonly calibrationDue: string | null;
}

/** Data for a range of the calendar, in the API. */
export interface TripFacts {
  readonly vehicles: readonly TripVehicle[];
  readonly trips: readonly Trip[];
  readonly engagements: readonly Engagement[];
  readonly people: Readonly<Record<string, string>>;
  readonly instruments: readonly TripInstrument[];
}

export interface TripConflict {
  readonly kind: 'vehicle' | 'person' | 'instrument' | 'due' | 'seats';
  /** Whether the server refuses the conflict; other conflicts are only shown. */
  readonly blocking: boolean;
  readonly message: string;
}

const takes: ReadonlySet<string> = new Set(['planned', 'out']);
const statuses: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.vehicleStatus.map(({ value, label }) => [value, label]),
);
/** Returns the label of a vehicle's status. */
export const vehicleStatusLabel = (status: string): string => statuses.get(status) ?? status;

/** Returns whether two trips overlap. Adjacent trips do not: one returns at noon, the other leaves at noon. */
const overlaps = (a: Pick<Trip, 'startAt' | 'endAt'>, b: Pick<Trip, 'startAt' | 'endAt'>): boolean =>
  a.startAt < b.endAt && b.startAt < a.endAt;

/** Formats the times of a trip, e.g. 11-24 08:00至17:00, with both dates where they differ. */
export function timesText({ startAt, endAt }: Pick<Trip, 'startAt' | 'endAt'>): string {
  const sameDay = startAt.slice(0, 10) === endAt.slice(0, 10);
  return `${startAt.slice(5, 16)}至${sameDay ? endAt.slice(11, 16) : endAt.slice(5, 16)}`;
}

/** Lists inspections and insurances that end before the trip's return. */
function duesOf(vehicle: TripVehicle, endAt: string): TripConflict[] {
  const dues = [
    ['年检', vehicle.inspectionDue],
    ['保险', vehicle.insuranceDue],
  ] as const;
  return dues.flatMap(([what, due]) =>
    due !== null && due < endAt.slice(0, 10)
      ? [{ kind: 'due', blocking: false, message: vehicleTexts.conflict.due(vehicle.plateNo, what, due) } as const]
      : [],
  );
}

function againstVehicle(trip: Trip, vehicle: TripVehicle, others: readonly Trip[]): TripConflict[] {
  const say = vehicleTexts.conflict;
  const people = new Set(trip.people).size;
  return [
    ...others
      .filter((one) => one.vehicle === trip.vehicle)
      .map((one): TripConflict => ({
        kind: 'vehicle',
        blocking: true,
        message: say.vehicle(vehicle.plateNo, one.planNo, timesText(one)),
      })),
    ...(vehicle.status === '1'
      ? []
      : [
          {
            kind: 'vehicle',
            blocking: true,
            message: say.away(vehicle.plateNo, vehicleStatusLabel(vehicle.status)),
          } as const,
        ]),
    ...(people > vehicle.seats
      ? [{ kind: 'seats', blocking: true, message: say.seats(vehicle.plateNo, vehicle.seats, people) } as const]
      : []),
    ...duesOf(vehicle, trip.endAt),
  ];
}

/**
 * Lists the conflicts of a trip, blocking ones first. The stored version of the trip itself and the work of its own
 * project do not conflict.
 */
export function conflictsOf(trip: Trip, context: TripFacts): TripConflict[] {
  const say = vehicleTexts.conflict;
  const vehicle = context.vehicles.find(({ id }) => id === trip.vehicle);
  const others = context.trips.filter((one) => one.id !== trip.id && takes.has(one.state) && overlaps(one, trip));
  const engaged = (kind: Engagement['kind'], id: number) =>
    context.engagements.filter(
      (one) =>
        one.kind === kind &&
        one.id === id &&
        (one.project === null || one.project !== trip.project) &&
        overlaps({ startAt: one.from, endAt: one.to ?? '9999' }, trip),
    );
  const found: TripConflict[] = vehicle ? againstVehicle(trip, vehicle, others) : [];
  const tell = (kind: TripConflict['kind'], message: string) => void found.push({ kind, blocking: false, message });
  for (const person of new Set(trip.people)) {
    const name = context.people[String(person)] ?? '';
    for (const one of others)
      if (one.people.includes(person)) tell('person', say.person(name, one.planNo, timesText(one)));
    for (const one of engaged('person', person))
      tell('person', say.personDay(name, one.projectCode ?? '', one.from.slice(0, 10)));
  }
  for (const id of new Set(trip.instruments)) {
    const instrument = context.instruments.find((one) => one.id === id);
    const name = instrument?.name ?? '';
    for (const one of others)
      if (one.instruments.includes(id)) tell('instrument', say.instrument(name, one.planNo, timesText(one)));
    for (const one of engaged('instrument', id))
      tell(
        'instrument',
        one.to === null
          ? say.instrumentOut(name, one.from.slice(0, 16), one.projectCode ?? '')
          : say.instrumentWas(name, one.from.slice(0, 16), one.to.slice(0, 16), one.projectCode ?? ''),
      );
    if (instrument?.calibrationDue && instrument.calibrationDue < trip.endAt.slice(0, 10))
      tell('due', say.calibration(name, instrument.calibrationDue));
  }
  return found.sort((a, b) => Number(b.blocking) - Number(a.blocking));
}

/** Moves a trip by full days, and to another vehicle, as dragging does. */
export function movedTrip<T extends Trip>(trip: T, days: number, vehicle = trip.vehicle): T {
  const by = (moment: string): string => `${dayAfter(moment.slice(0, 10), days)}${moment.slice(10)}`;
  return { ...trip, vehicle, startAt: by(trip.startAt), endAt: by(trip.endAt) };
}
