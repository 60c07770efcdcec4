// What a plan is made from and held against: the rows of survey and plan and the libraries, as far as they matter here.
// Rows of the server and of the wire fit.

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
  /** h/d */
  readonly hoursPerDay: string | null;
}

export interface HazardFact {
  readonly id: number;
  readonly name: string;
  readonly category: string;
}

/** A limit that holds today (lab/limitVersions). */
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
}

/** What is written into a row of the plan. */
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

/** Physical factors and radiation are measured where they are; nothing is carried to the laboratory. */
const measuredCategories: ReadonlySet<string> = new Set(['physical', 'radiation']);

/** A row without medium, flow and blanks: read on the spot. */
export const isMeasured = (
  hazard: Pick<HazardFact, 'category'> | undefined,
  method: Pick<MethodFact, 'resultRoute'> | undefined,
): boolean => (hazard !== undefined && measuredCategories.has(hazard.category)) || method?.resultRoute === 'onSite';

/** Taken at once into a bag or a syringe: a medium, and neither flow nor time. */
export const isGrabbed = (method: Pick<MethodFact, 'resultRoute'> | undefined): boolean =>
  method?.resultRoute === 'direct';

/** GBZ/T 192.2 asks for a pre-separator, 192.1 does without: a dust with both limits is sampled by both. */
export const isRespirable = ({ standardNo, title }: Pick<MethodFact, 'standardNo' | 'title'>): boolean =>
  /192\.2(?!\d)/.test(standardNo) || /呼吸性|呼尘/.test(title);

export const placeOfSurvey = ({ post, place }: Pick<SurveyFact, 'post' | 'place'>): string =>
  place && place !== post ? `${post}（${place}）` : post;

/** Days of sampling (DOMAIN §1.1): an evaluation wants three consecutive working days, everything else one. */
export const daysOfType = (typeLabel: string): number => (/评价/.test(typeLabel) ? 3 : 1);

/** Whether a method may be used on a day (`YYYY-MM-DD`). */
export const isInForce = (
  { status, validFrom, validUntil }: Pick<MethodFact, 'status' | 'validFrom' | 'validUntil'>,
  day: string,
): boolean => status === '1' && (validFrom === null || validFrom <= day) && (validUntil === null || day <= validUntil);
