import { serviceKindOf } from '@contract/features/projects/serviceKind';

// Input for generating and checking a plan: rows of the survey, the plan and the libraries, reduced to the needed
// fields. Rows of the server and of the API match these types.

export interface SurveyFact {
  readonly id: number;
  readonly workshop: string;
  readonly post: string;
  readonly place: string | null;
  readonly hazard: number;
  readonly machines: number | null;
  readonly workers: number | null;
  readonly worstKnown: boolean | null;
  readonly fixedPost: boolean | null;
  /** Exposure time, h/d. */
  readonly hoursPerDay: string | null;
  /** Value of the dictionary `contactPattern`. */
  readonly contactPattern?: string | null;
}

export interface HazardFact {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  /** Reason why the hazard can't be measured by a national method. */
  readonly noMethod?: string | null;
}

/** A limit in force today (contract/arithmetic/limits/limitVersions.ts). */
export interface LimitFact {
  readonly hazard: number;
  readonly kind: string;
}

export interface MethodFact {
  readonly id: number;
  readonly title: string;
  readonly standardNo: string;
  readonly methodKind: string;
  readonly resultRoute: string | null;
  readonly status: string;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly cma: boolean | null;
  readonly dataCertainty: string;
  readonly organizationId: number | null;
  readonly medium: string | null;
  readonly shortFlow: string | null;
  readonly shortMinutes: number | null;
  readonly longFlow: string | null;
  readonly longMinutes: number | null;
  readonly blanksPerBatch: number | null;
}

/** A hazard that a method measures. */
export interface MethodItemFact {
  readonly method: number;
  readonly hazard: number;
  readonly dataCertainty: string;
  /** The row belongs to the organization itself, e.g. with its own detection limit. */
  readonly own?: boolean;
}

/** Fields of a generated plan row. */
export interface PlanRowDraft {
  readonly siteHazardId: number | null;
  readonly siteNo: string | null;
  readonly workshop: string | null;
  readonly place: string;
  readonly hazard: number;
  readonly alongWith: readonly number[];
  readonly method: number | null;
  readonly mode: string;
  readonly period: string;
  readonly medium: string | null;
  readonly flow: string | null;
  readonly minutes: number | null;
  readonly points: number;
  readonly samplesPerDay: number;
  readonly days: number;
  readonly blanks: number;
  readonly hoursPerDay: string | null;
  readonly workers: number | null;
  readonly remark: string | null;
}

export type PlanRowFact = Omit<PlanRowDraft, 'siteHazardId'> & {
  readonly id?: number;
  readonly siteHazardId: number | null;
};

/** Categories that are measured on site: physical factors and radiation. No sample is sent to the laboratory. */
const measuredCategories: ReadonlySet<string> = new Set(['physical', 'radiation']);

/** Returns whether one shift is sufficient for a hazard in any service (GBZ 331-2024 6.2.7.1). */
export const needsOneShift = (hazard: Pick<HazardFact, 'category'> | undefined): boolean =>
  hazard !== undefined && measuredCategories.has(hazard.category);

/** Returns whether a row is an on-site measurement, without medium, flow and blanks. */
export const isMeasured = (
  hazard: Pick<HazardFact, 'category'> | undefined,
  method: Pick<MethodFact, 'resultRoute'> | undefined,
): boolean => needsOneShift(hazard) || method?.resultRoute === 'onSite';

/** Returns whether a method takes grab samples in a bag or syringe: a medium, but neither flow nor time. */
export const isGrabbed = (method: Pick<MethodFact, 'resultRoute'> | undefined): boolean =>
  method?.resultRoute === 'direct';

/**
 * Returns whether a dust method is for respirable dust. GBZ/T 192.2 uses a pre-separator, 192.1 does not. A dust with
 * both limits is sampled by both methods.
 */
export const isRespirable = ({ standardNo, title }: Pick<MethodFact, 'standardNo' | 'title'>): boolean =>
  /192\.2(?!\d)/.test(standardNo) || /呼吸性|呼尘/.test(title);

/** Returns the name of a surveyed place in a plan: the post, with the place in brackets if it differs. */
export const placeOfSurvey = ({ post, place }: Pick<SurveyFact, 'post' | 'place'>): string =>
  place && place !== post ? `${post}（${place}）` : post;

/**
 * Returns the number of sampling days (DOMAIN §1.1): three consecutive working days for an evaluation, otherwise one.
 */
export const daysOfType = (typeLabel: string): number => (/评价/.test(typeLabel) ? 3 : 1);

/**
 * Returns the clause that asks for these days: GBZ 331-2024 for an evaluation of the present state, GBZ 159 for any
 * other evaluation.
 */
export const daysClauseOfType = (typeLabel: string): string =>
  serviceKindOf(typeLabel) === 'presentState' ? 'GBZ 331-2024 6.2.7.1' : 'GBZ 159';

/** Returns whether a method may be used on a day (`YYYY-MM-DD`). */
export const isInForce = (
  { status, validFrom, validUntil }: Pick<MethodFact, 'status' | 'validFrom' | 'validUntil'>,
  day: string,
): boolean => status === '1' && (validFrom === null || validFrom <= day) && (validUntil === null || day <= validUntil);
