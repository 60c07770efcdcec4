// Content of a report in a form that serves the adapters of all platforms (platform formats, part F). It is frozen
// when a push is queued. An adapter converts it to the words and codes of its platform.

/** Work that a person did in a project. */
export type ServiceItem = 'survey' | 'sampling' | 'laboratory' | 'evaluation';

export interface ExchangeParticipant {
  readonly name: string;
  readonly items: readonly ServiceItem[];
}

/** A value of a point. `kind` is the kind of its limit, for dust with the fraction (`exchangeKindOf`). */
export interface ExchangeResult {
  readonly kind: string;
  /** Printed text, e.g. `48.2` or `<1.2`. */
  readonly text: string;
  readonly unit: string | null;
  readonly limit: string | null;
  readonly verdict: string;
  /** Reduction of the limit for long shifts. */
  readonly reduction: { readonly factor: string; readonly by: 'day' | 'week' } | null;
}

/** A hazard at a place on a day. */
export interface ExchangePoint {
  readonly workshop: string | null;
  readonly post: string | null;
  readonly place: string | null;
  readonly hazard: string;
  readonly category: string;
  readonly people: number | null;
  /** Exposure time, h/d; `daysPerWeek` is in d/w. */
  readonly hoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  /** `YYYY-MM-DD` */
  readonly day: string | null;
  /** Verdict: `conforms`, `exceeds`, or the reason why it is neither (`Verdict`). */
  readonly verdict: string;
  readonly results: readonly ExchangeResult[];
}

/** A line of the survey and plan: a job, a place and a hazard. */
export interface ExchangeSurveyLine {
  readonly workshop: string | null;
  readonly post: string | null;
  readonly place: string | null;
  readonly hazard: string;
  readonly hoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  readonly people: number | null;
  readonly shift: string | null;
  readonly fixedPost: boolean | null;
  readonly mode: string | null;
  readonly days: number | null;
  readonly sampled: boolean;
  readonly remark: string | null;
}

/** Settings of a connector that messages contain. */
export interface ExchangeSettings {
  /** Account or number that the platform issued to the organisation. */
  readonly account: string | null;
  /** Name of the head of the organisation. */
  readonly headName: string | null;
}

export interface ExchangeModel {
  readonly order: {
    readonly client: string | null;
    readonly creditCode: string | null;
    readonly date: string | null;
    readonly contract: string | null;
  };
  readonly workplace: {
    readonly name: string | null;
    readonly creditCode: string | null;
    readonly economicType: string | null;
    readonly industry: string | null;
    readonly scale: string | null;
    /** 省/市/区县 */
    readonly area: string | null;
    readonly regAddress: string | null;
    readonly address: string | null;
    readonly contact: string | null;
    readonly phone: string | null;
    readonly people: number | null;
    readonly exposed: number | null;
    readonly riskClass: string | null;
  };
  readonly agency: {
    readonly name: string | null;
    readonly creditCode: string | null;
  };
  readonly service: {
    readonly projectCode: string | null;
    readonly projectName: string | null;
    readonly type: string | null;
    readonly leader: string | null;
    readonly reportNo: string | null;
    readonly reportDate: string | null;
    readonly issuer: string | null;
    readonly preparer: string | null;
    readonly preparerPhone: string | null;
    readonly surveyFrom: string | null;
    readonly surveyTo: string | null;
    readonly sampledFrom: string | null;
    readonly sampledTo: string | null;
    /** Year of the edition of GBZ 2.1 by which the report was judged, e.g. `2019`. */
    readonly limitsOf: string | null;
    /** Number of the report that this one corrects. */
    readonly corrects: string | null;
  };
  readonly participants: readonly ExchangeParticipant[];
  readonly points: readonly ExchangePoint[];
  readonly survey: readonly ExchangeSurveyLine[];
}

/**
 * Returns the kind of a value as the code tables name it: the kind of its limit. The kind of a dust peak includes the
 * fraction of its post, because platforms have a code for each fraction.
 * @param kind kind of the judged value
 * @param category category of the hazard
 * @param fraction fraction of the dust that was sampled
 */
export const exchangeKindOf = (kind: string, category: string, fraction: 'totalDust' | 'respirableDust'): string =>
  kind === 'peak' && category === 'dust' ? `${fraction}Peak` : kind;
