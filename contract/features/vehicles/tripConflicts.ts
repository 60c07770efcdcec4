import { addDays } from '@contract/arithmetic/numbers/dayCounts';
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

const reservingStates: ReadonlySet<string> = new Set(['planned', 'out']);
const statusLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.vehicleStatus.map(({ value, label }) => [value, label]),
);
/** Returns the label of a vehicle's status. */
export const vehicleStatusLabel = (status: string): string => statusLabels.get(status) ?? status;

/** Returns whether two trips overlap. Adjacent trips do not: one returns at noon, the other leaves at noon. */
const tripsOverlap = (a: Pick<Trip, 'startAt' | 'endAt'>, b: Pick<Trip, 'startAt' | 'endAt'>): boolean =>
  a.startAt < b.endAt && b.startAt < a.endAt;

/** Formats the times of a trip, e.g. 11-24 08:00至17:00, with both dates where they differ. */
export function timesText({ startAt, endAt }: Pick<Trip, 'startAt' | 'endAt'>): string {
  const sameDay = startAt.slice(0, 10) === endAt.slice(0, 10);
  return `${startAt.slice(5, 16)}至${sameDay ? endAt.slice(11, 16) : endAt.slice(5, 16)}`;
}

/** Lists inspections and insurances that end before the trip's return. */
function duesOf(vehicle: TripVehicle, endAt: string): TripConflict[] {
  const dueDates = [
    ['年检', vehicle.inspectionDue],
    ['保险', vehicle.insuranceDue],
  ] as const;
  return dueDates.flatMap(([dueLabel, dueDate]) =>
    dueDate !== null && dueDate < endAt.slice(0, 10)
      ? [
          {
            kind: 'due',
            blocking: false,
            message: vehicleTexts.conflict.due(vehicle.plateNo, dueLabel, dueDate),
          } as const,
        ]
      : [],
  );
}

function againstVehicle(trip: Trip, vehicle: TripVehicle, otherTrips: readonly Trip[]): TripConflict[] {
  const conflictTexts = vehicleTexts.conflict;
  const people = new Set(trip.people).size;
  return [
    ...otherTrips
      .filter((otherTrip) => otherTrip.vehicle === trip.vehicle)
      .map((otherTrip): TripConflict => ({
        kind: 'vehicle',
        blocking: true,
        message: conflictTexts.vehicle(vehicle.plateNo, otherTrip.planNo, timesText(otherTrip)),
      })),
    ...(vehicle.status === '1'
      ? []
      : [
          {
            kind: 'vehicle',
            blocking: true,
            message: conflictTexts.away(vehicle.plateNo, vehicleStatusLabel(vehicle.status)),
          } as const,
        ]),
    ...(people > vehicle.seats
      ? [
          {
            kind: 'seats',
            blocking: true,
            message: conflictTexts.seats(vehicle.plateNo, vehicle.seats, people),
          } as const,
        ]
      : []),
    ...duesOf(vehicle, trip.endAt),
  ];
}

/**
 * Lists the conflicts of a trip, blocking ones first. The stored version of the trip itself and the work of its own
 * project do not conflict.
 */
export function tripConflicts(trip: Trip, context: TripFacts): TripConflict[] {
  const conflictTexts = vehicleTexts.conflict;
  const vehicle = context.vehicles.find(({ id }) => id === trip.vehicle);
  const otherTrips = context.trips.filter(
    (candidate) => candidate.id !== trip.id && reservingStates.has(candidate.state) && tripsOverlap(candidate, trip),
  );
  const engagementsOf = (kind: Engagement['kind'], id: number) =>
    context.engagements.filter(
      (engagement) =>
        engagement.kind === kind &&
        engagement.id === id &&
        (engagement.project === null || engagement.project !== trip.project) &&
        tripsOverlap({ startAt: engagement.from, endAt: engagement.to ?? '9999' }, trip),
    );
  const conflicts: TripConflict[] = vehicle ? againstVehicle(trip, vehicle, otherTrips) : [];
  const addConflict = (kind: TripConflict['kind'], message: string) =>
    void conflicts.push({ kind, blocking: false, message });
  for (const personId of new Set(trip.people)) {
    const name = context.people[String(personId)] ?? '';
    for (const otherTrip of otherTrips)
      if (otherTrip.people.includes(personId))
        addConflict('person', conflictTexts.person(name, otherTrip.planNo, timesText(otherTrip)));
    for (const engagement of engagementsOf('person', personId))
      addConflict('person', conflictTexts.personDay(name, engagement.projectCode ?? '', engagement.from.slice(0, 10)));
  }
  for (const id of new Set(trip.instruments)) {
    const instrument = context.instruments.find((candidate) => candidate.id === id);
    const name = instrument?.name ?? '';
    for (const otherTrip of otherTrips)
      if (otherTrip.instruments.includes(id))
        addConflict('instrument', conflictTexts.instrument(name, otherTrip.planNo, timesText(otherTrip)));
    for (const engagement of engagementsOf('instrument', id))
      addConflict(
        'instrument',
        engagement.to === null
          ? conflictTexts.instrumentOut(name, engagement.from.slice(0, 16), engagement.projectCode ?? '')
          : conflictTexts.instrumentWas(
              name,
              engagement.from.slice(0, 16),
              engagement.to.slice(0, 16),
              engagement.projectCode ?? '',
            ),
      );
    if (instrument?.calibrationDue && instrument.calibrationDue < trip.endAt.slice(0, 10))
      addConflict('due', conflictTexts.calibration(name, instrument.calibrationDue));
  }
  return conflicts.sort((a, b) => Number(b.blocking) - Number(a.blocking));
}

/**
 * Moves a trip by full days, and to another vehicle, as dragging does.
 * @param days days to add; negative moves it back
 * @param vehicleId id of the new vehicle; by default the trip keeps its own
 */
export function movedTrip<T extends Trip>(trip: T, days: number, vehicleId = trip.vehicle): T {
  const shiftDays = (timestamp: string): string => `${addDays(timestamp.slice(0, 10), days)}${timestamp.slice(10)}`;
  return { ...trip, vehicle: vehicleId, startAt: shiftDays(trip.startAt), endAt: shiftDays(trip.endAt) };
}
