import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import type { ScopeState } from '@contract/features/library/accreditationScope';

// Rules of authorisation and distribution, and of the laboratory page (DOMAIN §7.2, 8–9). Client and server share
// them.

/** Days between the last result and the project's due date, reserved for reviewing records and writing the report. */
const reportingDays = 5;

/**
 * Returns the day by which a sample's results are due: `reportingDays` before the project is due, and never before
 * the sample's reception.
 * @param projectDueOn `YYYY-MM-DD`; null where none is set
 */
export function taskDueOn(projectDueOn: string | null, receivedOn: string): string | null {
  if (!projectDueOn) return null;
  const wantedDay = addDays(projectDueOn, -reportingDays);
  return wantedDay < receivedOn ? receivedOn : wantedDay;
}

/** Number of days before the end of an authorisation from which it is marked. */
const authorisationWarningDays = 30;

export type AuthorisationState = 'none' | 'coming' | 'valid' | 'soon' | 'expired';

interface AuthorisedDays {
  readonly validFrom: string;
  /** Last valid day, inclusive. */
  readonly validUntil: string;
}

/**
 * Returns the state of an authorisation on a day.
 * @param day `YYYY-MM-DD` in the organization's time zone
 */
export function authorisationState(authorisedDays: AuthorisedDays | undefined, day: string): AuthorisationState {
  if (!authorisedDays) return 'none';
  if (authorisedDays.validUntil < day) return 'expired';
  if (day < authorisedDays.validFrom) return 'coming';
  return authorisedDays.validUntil <= addDays(day, authorisationWarningDays) ? 'soon' : 'valid';
}

/** Returns whether an authorisation is valid, also if it expires soon. */
export const isInDate = (state: AuthorisationState): boolean => state === 'valid' || state === 'soon';

/** Tasks of one project, hazard and method, for which one record is created. */
export interface TaskPile {
  readonly project: number;
  readonly projectCode: string;
  readonly projectName: string;
  readonly variant: string;
  readonly hazard: number;
  readonly hazardName: string;
  readonly method: number | null;
  readonly methodTitle: string | null;
  readonly standardNo: string | null;
  readonly technique: string | null;
  readonly methodKind: string | null;
  readonly waiting: number;
  readonly distributed: number;
  readonly testing: number;
  /** Number of blanks among all tasks. */
  readonly blanks: number;
  /** Number of tasks whose sample is past its storage time. */
  readonly overdue: number;
  /** Earliest due date of the tasks that are not yet in test. */
  readonly dueOn: string | null;
  readonly keepUntil: string | null;
  /** People to whom tasks are distributed, or who are testing. */
  readonly analysts: readonly { readonly id: number; readonly name: string }[];
}

/** A task as displayed in tables and on the task sheet. */
export interface TaskSeen {
  readonly id: number;
  readonly version: number;
  readonly project: number;
  readonly projectCode: string;
  readonly projectName: string;
  readonly sample: number;
  readonly sampleNo: string;
  readonly sampleKind: string;
  readonly variant: string;
  readonly place: string | null;
  readonly medium: string | null;
  readonly storage: string | null;
  readonly hazard: number;
  readonly hazardName: string;
  readonly method: number | null;
  readonly methodTitle: string | null;
  readonly standardNo: string | null;
  /** Accredited scope of the test today; null for an outsourced test, and without an annex. */
  readonly scope: ScopeState | null;
  readonly methodKind: string | null;
  readonly state: string;
  readonly dueOn: string | null;
  readonly keepUntil: string | null;
  /** Whether the sample is past its storage time and not yet tested. */
  readonly overdue: boolean;
  readonly analyst: number | null;
  readonly analystName: string | null;
  readonly distributedByName: string | null;
  /** Time of distribution, `YYYY-MM-DD HH:mm:ss`. */
  readonly distributedAt: string | null;
  readonly sheet: number | null;
  readonly sheetNo: string | null;
  readonly stateReason: string | null;
}

export interface MeasuringMethod {
  readonly id: number;
  readonly title: string;
  readonly standardNo: string;
}

/** A candidate for analyst, with the reasons why the person can't test. */
export interface AnalystCandidate {
  readonly id: number;
  readonly name: string;
  readonly able: boolean;
  /** Reasons as Chinese sentences. */
  readonly why: readonly string[];
  /** First day on which one of the authorisations ends. */
  readonly validUntil: string | null;
  /** Number of tasks that the person already has. */
  readonly holds: number;
}

export interface MatrixPerson {
  readonly id: number;
  readonly name: string;
  readonly userName: string;
  /** The person has a role that may test. */
  readonly analyst: boolean;
  readonly enabled: boolean;
}

export interface MatrixMethod {
  readonly id: number;
  readonly title: string;
  readonly standardNo: string;
  readonly technique: string | null;
  readonly methodKind: string;
  readonly inForce: boolean;
  /** Number of the organization's tasks and plan rows that use it. */
  readonly used: number;
}

interface GrantedCell extends AuthorisedDays {
  readonly id: number;
  readonly version: number;
  readonly person: number;
  readonly certificateNo: string | null;
}

export interface MatrixCell extends GrantedCell {
  readonly method: number;
}

/** An authorisation for a duty in one field (`hazardCategory`), or in all fields (null). */
interface DutyCell extends GrantedCell {
  readonly duty: string;
  readonly category: string | null;
}

export interface AuthorisationMatrix {
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
  readonly persons: readonly MatrixPerson[];
  readonly methods: readonly MatrixMethod[];
  readonly cells: readonly MatrixCell[];
}

export interface DutyMatrix {
  /** Today, `YYYY-MM-DD`. */
  readonly today: string;
  readonly persons: readonly MatrixPerson[];
  /** Ordered by the end of validity, the latest last: a person may be authorised again for the same duty. */
  readonly cells: readonly DutyCell[];
}

/** Maximum number of pairs of person and method, or of person and duty, in one call. */
export const maxGrants = 500;
