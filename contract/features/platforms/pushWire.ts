import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import type { ExchangeFinding } from './exchange/exchangeAdapters';
import type { ShownPart } from './exchange/messageFields';
import type { PushOutcome } from './judgePlatformAnswer';
import type { PlatformFamily, PushOperation, PushPart } from './platformFamilies';
import type { PlatformPayload } from './platformPayload';
import type { Finding } from './pushFindings';

/** A platform as offered on the pages of a project. */
export interface ConnectorChoice {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly hasKey: boolean;
  readonly adapter: string | null;
  /** Parts that the platform accepts. */
  readonly parts: readonly PushPart[];
  /** Message of the adapter; null for a generic platform, and as long as no report is issued. */
  readonly exchange: ExchangeView | null;
  /** Sentences about values without a code, by part. */
  readonly unmapped: Readonly<Partial<Record<PushPart, readonly string[]>>>;
  /** Content to be sent, by part, in the platform's names. */
  readonly bodies: Readonly<Partial<Record<PushPart, Readonly<Record<string, unknown>>>>>;
}

/** A report in the form that a platform receives. */
export interface ExchangeView {
  /** Text of the message, without the parts that are added at sending. */
  readonly text: string;
  readonly parts: readonly ShownPart[];
  readonly findings: readonly ExchangeFinding[];
  /** Sentences about data that are left out on purpose. */
  readonly notes: readonly string[];
  /** Whether a person uploads the message as a file. */
  readonly byHand: boolean;
}

/** Answer of `GET api/push/project/:id?family=`. */
export interface PushProjectView {
  readonly project: {
    readonly id: number;
    readonly code: string;
    readonly unitName: string;
    readonly incoming: boolean;
  };
  /** Valid report of the project; null where none was issued. */
  readonly report: {
    readonly id: number;
    readonly reportNo: string;
    readonly issuedOn: string | null;
    readonly state: string;
  } | null;
  /** Reason why nothing can be pushed; null where it can. */
  readonly blocked: string | null;
  readonly payload: PlatformPayload | null;
  readonly findings: Readonly<Partial<Record<PushPart, readonly Finding[]>>>;
  readonly connectors: readonly ConnectorChoice[];
  readonly pushes: readonly AnyRow[];
}

/** Numbers beside a project's row in the lists. */
export interface PushProgress {
  readonly reportId: number | null;
  readonly reportNos: string | null;
  readonly issuedOn: string | null;
  readonly missing: number | null;
  readonly pushes: readonly { readonly part: PushPart; readonly state: string; readonly connectorName: string }[];
}

/** Returns whether a report has all data of its submission; null without an issued report. */
export const missingText = ({ reportId, missing }: Readonly<Record<string, unknown>>): string | null =>
  typeof reportId !== 'number' || typeof missing !== 'number' ? null : missing === 0 ? '完整' : `缺${missing}项`;

const labelOf = (dict: 'pushPart' | 'pushState' | 'submissionState', wanted: string): string =>
  fixedDictionaries[dict].find(({ value }) => value === wanted)?.label ?? wanted;

/** Returns the state of each part of a report on each platform. */
export const pushesText = (row: Readonly<Record<string, unknown>>): string =>
  ((row['pushes'] as PushProgress['pushes'] | undefined) ?? [])
    .map(
      ({ part, state, connectorName }) =>
        `${labelOf('pushPart', part)} ${labelOf('pushState', state)}（${connectorName}）`,
    )
    .join('；') || '未推送';

/** Returns the state of a submission; null before a report is issued. */
export const submissionStateText = (state: unknown): string | null =>
  typeof state === 'string' ? labelOf('submissionState', state) : null;

/** One attempt, from `GET api/push/:id/attempts`. */
export interface PushAttempt {
  readonly id: number;
  readonly operation: PushOperation;
  readonly startedAt: string;
  /** Duration, ms; null while the attempt is running. */
  readonly took: number | null;
  readonly address: string;
  /** Sent content, without the contents of files. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly outcome: PushOutcome | null;
  readonly answerCode: number | null;
  readonly answer: string | null;
  readonly message: string | null;
}

export interface PushAttempts {
  readonly attempts: readonly PushAttempt[];
}

/** Body of `POST api/push/queue`. */
export interface PushRequest {
  readonly projects: readonly number[];
  readonly connector: number;
  readonly parts: readonly PushPart[];
}

/** Answer of `GET api/push/summary?family=`. */
export interface PushSummary {
  readonly states: Readonly<Record<string, number>>;
  /** Number of successful pushes that needed one attempt. */
  readonly firstTime: number;
  /** Attempts by outcome. */
  readonly attempts: Readonly<Record<PushOutcome, number>>;
  /** Time since which the oldest push has been waiting, `YYYY-MM-DD HH:mm:ss`. */
  readonly oldestWaiting: string | null;
  readonly family: PlatformFamily;
}
