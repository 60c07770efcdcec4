import type { AnyRow } from '@contract/entity';
import type { ExchangeFinding } from './exchange/adapters';
import type { ShownPart } from './exchange/messageFields';
import type { Outcome } from './platformAnswer';
import type { PlatformFamily, PushOperation, PushPart } from './platformFamilies';
import type { PlatformPayload } from './platformPayload';
import type { Finding } from './pushFindings';

/** A platform for the pages of a project. */
export interface ConnectorChoice {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  readonly hasKey: boolean;
  readonly adapter: string | null;
  /** Parts that it takes. */
  readonly parts: readonly PushPart[];
  /** The message of an adapter; null for a generic platform, and while no report is issued. */
  readonly exchange: ExchangeView | null;
  /** Sentences about values without a code, by part. */
  readonly unmapped: Readonly<Partial<Record<PushPart, readonly string[]>>>;
  /** The content to be sent, in the platform's names, by part. */
  readonly bodies: Readonly<Partial<Record<PushPart, Readonly<Record<string, unknown>>>>>;
}

/** A report as a platform reads it. */
export interface ExchangeView {
  /** The message, without what is made at sending. */
  readonly text: string;
  readonly parts: readonly ShownPart[];
  readonly findings: readonly ExchangeFinding[];
  /** What is left out on purpose, one sentence each. */
  readonly notes: readonly string[];
  /** A person carries it as a file. */
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
  /** The valid report; null where none was issued. */
  readonly report: {
    readonly id: number;
    readonly reportNo: string;
    readonly issuedOn: string | null;
    readonly state: string;
  } | null;
  /** Why nothing can be pushed; null where it can. */
  readonly blocked: string | null;
  readonly payload: PlatformPayload | null;
  readonly findings: Readonly<Partial<Record<PushPart, readonly Finding[]>>>;
  readonly connectors: readonly ConnectorChoice[];
  readonly pushes: readonly AnyRow[];
}

/** Figures beside a project's row in the lists. */
export interface PushProgress {
  readonly reportId: number | null;
  readonly reportNos: string | null;
  readonly issuedOn: string | null;
  readonly missing: number | null;
  readonly pushes: readonly { readonly part: PushPart; readonly state: string; readonly connectorName: string }[];
}

/** One attempt, from `GET api/push/:id/attempts`. */
export interface PushAttempt {
  readonly id: number;
  readonly operation: PushOperation;
  readonly startedAt: string;
  /** ms; null while it is running. */
  readonly took: number | null;
  readonly address: string;
  /** The content that was sent, without the contents of files. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly outcome: Outcome | null;
  readonly answerCode: number | null;
  readonly answer: string | null;
  readonly message: string | null;
}

export interface PushAttempts {
  readonly attempts: readonly PushAttempt[];
}

/** Body of `POST api/push/queue`. */
export interface PushAsked {
  readonly projects: readonly number[];
  readonly connector: number;
  readonly parts: readonly PushPart[];
}

/** Answer of `GET api/push/summary?family=`. */
export interface PushSummary {
  readonly states: Readonly<Record<string, number>>;
  /** Successful pushes that succeeded at the first attempt. */
  readonly firstTime: number;
  /** Attempts by outcome. */
  readonly attempts: Readonly<Record<Outcome, number>>;
  /** `YYYY-MM-DD HH:mm:ss` since when the oldest one waits. */
  readonly oldestWaiting: string | null;
  readonly family: PlatformFamily;
}
