import type { SaidGap } from '@contract/features/fieldwork/samples/fieldGaps';
import type { DueDates } from '@contract/features/projects/workingDays';
import type { JudgedPost } from './judgement/judgeResults';
import type { AskedLine, LineDecision } from './judgement/openLines';

// What a report says, as data: compiled anew while it is drafted, frozen when it is submitted. Page, PDF, docx and the
// signature all read this.

/** The parts whose words a person may write in place of the compiled ones; in the order of the report. */
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

export interface ReportAgency {
  readonly name: string;
  readonly creditCode: string | null;
  readonly qualification: string | null;
  readonly address: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
}

export interface ReportUnit {
  readonly name: string;
  readonly code: string | null;
  readonly address: string | null;
  readonly industry: string | null;
  readonly scale: string | null;
  readonly economicType: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly workers: number | null;
  readonly exposed: number | null;
}

/** Who did what on the project, and when. */
export interface ReportPeople {
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

/** A hazard of a post, as it was surveyed. */
export interface ReportPost {
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

/** How a hazard was tested: one line of 检测项目与方法. */
export interface ReportMethod {
  readonly hazardName: string;
  readonly standardNo: string;
  readonly title: string;
  readonly instruments: readonly string[];
  readonly minimum: string | null;
  readonly samples: number;
  readonly sheetNo: string;
}

export interface ReportWeather {
  readonly measuredAt: string;
  readonly place: string;
  readonly sky: string | null;
  readonly temperature: string;
  readonly humidity: string | null;
  readonly pressure: string;
  readonly windSpeed: string | null;
}

/** A limit that a value was held against, with its version. */
export interface ReportLimit {
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
  /** The upload. */
  readonly file: string;
  readonly group: 'layout' | 'scene';
  readonly caption: string;
  readonly ratio: number;
}

export interface ReportIncoming {
  readonly sampleNo: string;
  readonly clientSampleNo: string | null;
  readonly form: string | null;
  readonly condition: string | null;
  readonly receivedOn: string | null;
}

/**
 * The free silica of a sample of dust, as its record says: by it the dust is held against its limits (DOMAIN §2.7,
 * §3.2).
 */
export interface ReportSilica {
  readonly sampleNo: string;
  readonly workshop: string | null;
  readonly place: string;
  readonly sampledOn: string;
  /** %, the mean of the sample's parallels. */
  readonly text: string;
  /** Entry of the dictionary silicaBand; null of what is not detected. */
  readonly band: string | null;
}

export interface ReportContent {
  /** Of this shape: a frozen report is read by it for ever. */
  readonly shape: 1;
  readonly reportNo: string;
  readonly title: string;
  readonly kind: 'periodic' | 'commissioned' | 'incoming';
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
  /** The sections that a person wrote. */
  readonly written: readonly WrittenSection[];
  readonly posts: readonly ReportPost[];
  readonly methods: readonly ReportMethod[];
  readonly weather: readonly ReportWeather[];
  readonly results: readonly JudgedPost[];
  /** Of no report that was frozen before it was told. */
  readonly silica?: readonly ReportSilica[];
  /** What was decided of each line that is 待核实 or 无法判定. Of no report that was frozen before it was asked for. */
  readonly decisions?: readonly LineDecision[];
  readonly limits: readonly ReportLimit[];
  readonly incoming: readonly ReportIncoming[];
  readonly pictures: readonly ReportPicture[];
  /** What the field work lacks, with a person's reason; of no report that was frozen before it was told. */
  readonly gaps?: readonly { readonly title: string; readonly reason: string }[];
}

/** `GET api/report/content/:id`. */
export interface ReportView {
  readonly content: ReportContent;
  /** As it was signed, rather than as the project stands now. */
  readonly frozen: boolean;
  /** What the product says in each section where nobody writes; null of a frozen one. */
  readonly automatic: Readonly<Record<WrittenSection, string>> | null;
  /** 检测专用章 of an issued report. */
  readonly seal: { readonly file: string; readonly ratio: number } | null;
  /** Why it can't be submitted yet, a sentence each. */
  readonly problems: readonly string[];
  /** The lines that are 待核实 or 无法判定, with what was decided; none of a frozen report. */
  readonly openLines: readonly AskedLine[];
  /** What the field work lacks, with what was said of it; none of a frozen one. */
  readonly gaps: readonly SaidGap[];
  /** Pictures of the project that it goes without, and why, a sentence each. */
  readonly leftOut: readonly string[];
  readonly signers: readonly {
    readonly label: string;
    readonly name: string;
    readonly on: string;
    readonly signature: string | null;
    readonly ratio: number | null;
  }[];
  readonly issuedOn: string | null;
  /** What is due by when after it was issued; null until then, and of one from before GBZ 331-2024. */
  readonly due: (DueDates & { readonly unlisted: readonly string[] }) | null;
  /** Behind the site's own address; null until it is issued. */
  readonly verifyPath: string | null;
}
