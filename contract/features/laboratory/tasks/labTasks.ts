// Authorisation, distribution and the laboratory's desk (DOMAIN §7.2, 8–9): what both sides say and decide alike.

/** days between the last result and the project's own due date, in which records are reviewed and the report is made */
export const reportingDays = 5;

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * The day by which a sample's results are wanted: some days before the project is due, and never before the day on
 * which the sample came.
 * @param projectDueOn `YYYY-MM-DD`; null where nobody has said
 */
export function taskDueOn(projectDueOn: string | null, receivedOn: string): string | null {
  if (!projectDueOn) return null;
  const wanted = dayAfter(projectDueOn, -reportingDays);
  return wanted < receivedOn ? receivedOn : wanted;
}

/** days before the end of an authorisation that it is marked */
export const authorisationWarningDays = 30;

export type AuthorisationState = 'none' | 'coming' | 'valid' | 'soon' | 'expired';

export interface AuthorisedDays {
  readonly validFrom: string;
  /** The day itself still counts. */
  readonly validUntil: string;
}

/** @param day `YYYY-MM-DD` in the organisation's zone */
export function authorisationState(given: AuthorisedDays | undefined, day: string): AuthorisationState {
  if (!given) return 'none';
  if (given.validUntil < day) return 'expired';
  if (day < given.validFrom) return 'coming';
  return given.validUntil <= dayAfter(day, authorisationWarningDays) ? 'soon' : 'valid';
}

export const isInDate = (state: AuthorisationState): boolean => state === 'valid' || state === 'soon';

/** Tasks of one project, hazard and method: what a record is made from. */
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
  /** Among all of them. */
  readonly blanks: number;
  /** Past their keeping. */
  readonly overdue: number;
  /** The nearest of those that are not yet being tested. */
  readonly dueOn: string | null;
  readonly keepUntil: string | null;
  /** Who holds those that are distributed or being tested. */
  readonly analysts: readonly { readonly id: number; readonly name: string }[];
}

/** A task as tables and the task sheet show it. */
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
  readonly methodKind: string | null;
  readonly state: string;
  readonly dueOn: string | null;
  readonly keepUntil: string | null;
  /** Past its keeping, and not yet tested. */
  readonly overdue: boolean;
  readonly analyst: number | null;
  readonly analystName: string | null;
  readonly distributedByName: string | null;
  /** `YYYY-MM-DD HH:mm:ss` */
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

/** A person of the choice of an analyst, with why not where not. */
export interface AbleAnalyst {
  readonly id: number;
  readonly name: string;
  readonly able: boolean;
  /** Chinese sentences. */
  readonly why: readonly string[];
  /** The first day on which one of the authorisations ends. */
  readonly validUntil: string | null;
  /** Tasks that they hold already. */
  readonly holds: number;
}

export interface MatrixPerson {
  readonly id: number;
  readonly name: string;
  readonly userName: string;
  /** Has a role that tests. */
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
  /** Tasks and rows of plans of the organisation that name it. */
  readonly used: number;
}

export interface MatrixCell extends AuthorisedDays {
  readonly id: number;
  readonly version: number;
  readonly person: number;
  readonly method: number;
  readonly certificateNo: string | null;
}

export interface AuthorisationMatrix {
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly persons: readonly MatrixPerson[];
  readonly methods: readonly MatrixMethod[];
  readonly cells: readonly MatrixCell[];
}

/** persons × methods that one call may set */
export const mostGrants = 500;
