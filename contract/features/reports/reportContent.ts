import type { FieldGapWithReason } from '@contract/features/fieldwork/samples/fieldGaps';
import type { DueDates } from '@contract/features/projects/workingDays';
import type { Edition } from '@contract/print/paperEdition';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import type { ReportAccreditation } from './accreditationMark';
import type { ReportEvaluation } from './evaluation/evaluationContent';
import type { JudgedPost } from './judgement/judgeResults';
import type { LineWithDecision, LineDecision } from './judgement/openLines';
import type { ReportKind } from './reportKinds';

// Content of a report as data: it is compiled anew while the report is a draft, and frozen at submission. Page, PDF,
// docx and signature all use it.

/** Sections whose compiled text a person may replace, in the order of the report. */
export const writtenSections = [
  'statement',
  'basis',
  'overview',
  'process',
  'environment',
  'exceedance',
  'conclusion',
  'advice',
] as const;
export type WrittenSection = (typeof writtenSections)[number];

interface ReportAgency {
  readonly name: string;
  readonly creditCode: string | null;
  readonly qualification: string | null;
  readonly address: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
}

interface ReportUnit {
  readonly name: string;
  readonly code: string | null;
  readonly address: string | null;
  readonly industry: string | null;
  /** 职业病危害风险分类 of the industry; absent where the library gives none, or several. */
  readonly riskClass?: string;
  readonly scale: string | null;
  readonly economicType: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly workers: number | null;
  readonly exposed: number | null;
}

/** People of the project by their work, each with the day. */
interface ReportPeople {
  readonly leader: string | null;
  readonly team: readonly string[];
  readonly surveyors: readonly string[];
  readonly surveyedOn: string | null;
  readonly collectors: readonly string[];
  readonly sampledOn: readonly string[];
  readonly companions: readonly string[];
  readonly testers: readonly string[];
  readonly testFrom: string | null;
  readonly testTo: string | null;
}

/** A hazard at a post, from the survey. */
interface ReportPost {
  readonly workshop: string | null;
  readonly post: string;
  readonly workContent: string | null;
  readonly hazardName: string;
  readonly source: string | null;
  readonly workers: number | null;
  readonly shift: string | null;
  readonly hoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  readonly controls: string | null;
  readonly ppe: string | null;
}

/** Test of a hazard: one line of 检测项目与方法. */
export interface ReportMethod {
  readonly hazardName: string;
  readonly standardNo: string;
  /** Title of the standard; absent in older reports and for methods without one. */
  readonly standardName?: string;
  readonly title: string;
  readonly instruments: readonly string[];
  readonly minimum: string | null;
  /** Whether the minimum is 最低定量浓度 with its sample volume (GBZ 331-2024 5.2.8.4 b); absent in older reports. */
  readonly quantified?: boolean;
  readonly samples: number;
  readonly sheetNo: string;
  /**
   * Whether the hazard by this method was outside the accredited scope on the day of the test; absent without an
   * annex.
   */
  readonly outside?: true;
  /** Restriction of the scope (限制范围) from the annex. */
  readonly restriction?: string;
  /** Number of the certificate that covers the test, empty where the annex names none; absent outside the scope. */
  readonly accredited?: string;
  /** The hazard was tested by a subcontractor (分包检测). */
  readonly subcontracted?: true;
}

interface ReportWeather {
  readonly measuredAt: string;
  readonly place: string;
  readonly sky: string | null;
  readonly temperature: string;
  readonly humidity: string | null;
  readonly pressure: string;
  readonly windSpeed: string | null;
}

/** A limit used in a judgement, with its version. */
interface ReportLimit {
  readonly id: number;
  readonly hazardName: string;
  readonly kind: string;
  readonly condition: string | null;
  readonly value: string;
  readonly unit: string;
  readonly standard: string;
  readonly effectiveFrom: string;
}

export interface ReportPicture {
  /** Id of the upload. */
  readonly file: string;
  /** Kind of a drawing of the survey, or a photograph of the site. */
  readonly group: 'layout' | 'scene' | 'location' | 'sitePlan' | 'sites';
  readonly caption: string;
  readonly ratio: number;
  /** Places of the sampling points on a drawing of them (`sketchMarks.ts`), by their numbers. */
  readonly marks?: Readonly<Record<string, string>>;
}

interface ReportIncoming {
  readonly sampleNo: string;
  readonly clientSampleNo: string | null;
  readonly form: string | null;
  readonly condition: string | null;
  readonly receivedOn: string | null;
}

/** Free silica of a dust sample from its record; it decides the limits of the dust (DOMAIN §2.7, §3.2). */
export interface ReportSilica {
  readonly sampleNo: string;
  readonly workshop: string | null;
  readonly place: string;
  readonly sampledOn: string;
  /** Mean of the sample's parallels, %. */
  readonly text: string;
  /** Value of the dictionary silicaBand; null where nothing was detected. */
  readonly band: string | null;
}

export interface ReportContent {
  /** Version of this type. The program reads frozen reports with it, so the type never changes. */
  readonly shape: 1;
  /** Edition of texts and layout; absent in reports that were frozen in the first edition. */
  readonly edition?: Edition;
  readonly reportNo: string;
  readonly title: string;
  readonly kind: ReportKind;
  readonly assess: boolean;
  readonly revision: number;
  readonly previousNo: string | null;
  readonly correctionReason: string | null;
  readonly projectCode: string;
  readonly projectName: string;
  readonly typeName: string | null;
  readonly contractNo: string | null;
  readonly agency: ReportAgency;
  readonly customerName: string | null;
  readonly unit: ReportUnit;
  readonly people: ReportPeople;
  readonly texts: Readonly<Record<WrittenSection, string>>;
  /** Sections whose text a person wrote. */
  readonly written: readonly WrittenSection[];
  readonly posts: readonly ReportPost[];
  readonly methods: readonly ReportMethod[];
  readonly weather: readonly ReportWeather[];
  readonly results: readonly JudgedPost[];
  /** Free silica of the dusts; absent in reports frozen before it was stored. */
  readonly silica?: readonly ReportSilica[];
  /**
   * Start and end of the sampling or measurement by sample number, `08:40～12:00` (GBZ 331-2024 5.2.8.4 c); absent in
   * reports frozen before they were printed, and for incoming samples.
   */
  readonly sampledTimes?: Readonly<Record<string, string>>;
  /** Decisions on lines that are 待核实 or 无法判定; absent in reports frozen before they were required. */
  readonly decisions?: readonly LineDecision[];
  readonly limits: readonly ReportLimit[];
  readonly incoming: readonly ReportIncoming[];
  readonly pictures: readonly ReportPicture[];
  /** Accredited scope; absent in reports frozen before it was printed, and without an annex. */
  readonly accreditation?: ReportAccreditation;
  /**
   * Copy of the licence on the second page (H.1); absent without a stored picture, and in reports of earlier versions.
   */
  readonly licence?: { readonly file: string; readonly ratio: number };
  /** Logo of the organization on the cover; absent without one, and in reports of earlier versions. */
  readonly logo?: { readonly file: string; readonly ratio: number };
  /** Parts that the author wrote (编制分工, H.1); absent in reports of earlier versions. */
  readonly authorPart?: string;
  /** Absent in reports other than evaluations. */
  readonly evaluation?: ReportEvaluation;
  /** Missing field data with reasons; absent in reports frozen before they were stored. */
  readonly gaps?: readonly { readonly title: string; readonly reason: string }[];
  /**
   * Surveyed hazards that were not tested, with the reasons, a line each (GBZ 331-2024 5.2.8.2 e); absent where there
   * are none, in an evaluation, which has a chapter for them, and in reports frozen before they were printed.
   */
  readonly untested?: readonly string[];
}

/** Answer of `GET api/report/content/:id`. */
export interface ReportView {
  readonly content: ReportContent;
  /** Fingerprint of the content that a signature would cover. */
  readonly asSeen: SeenFingerprint;
  /** Whether the content is the signed one instead of the project's current state. */
  readonly frozen: boolean;
  /** Generated text of each section; null for a frozen report. */
  readonly automatic: Readonly<Record<WrittenSection, string>> | null;
  /** Stamp (检测专用章) of an issued report. */
  readonly seal: { readonly file: string; readonly ratio: number } | null;
  /** Reasons why the report can't be submitted yet, one sentence each. */
  readonly problems: readonly string[];
  /** Lines that are 待核实 or 无法判定, with decisions; empty for a frozen report. */
  readonly openLines: readonly LineWithDecision[];
  /** Missing field data with reasons; empty for a frozen report. */
  readonly gaps: readonly FieldGapWithReason[];
  /** Sentences about the pictures that the report omits, with the reason. */
  readonly leftOut: readonly string[];
  readonly signers: readonly {
    readonly label: string;
    /** 职务 or 职称, and 专业, as the third page states them. */
    readonly post: string;
    readonly major: string;
    readonly name: string;
    readonly on: string;
    readonly signature: string | null;
    readonly ratio: number | null;
  }[];
  readonly issuedOn: string | null;
  /** Deadlines after the issue; null before it, and for reports from before GBZ 331-2024. */
  readonly due: (DueDates & { readonly unlisted: readonly string[] }) | null;
  /** Path relative to the site's public address; null until the report is issued. */
  readonly verifyPath: string | null;
}
