import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { LongTask } from '@contract/features/system/jobs/longTasks';
import type { AdministratorChange } from '@contract/wire';
import type { Env } from '@server/base/env';
import type { Database } from '@server/db/openDatabase';

/** Dependencies of all modules. Tests build real ones on a database of their own. */
export interface Services {
  readonly env: Env;
  readonly database: Database;
  readonly log: Logger;
  readonly files: FileStore;
  readonly push: Push;
  /** The only source of the current time; tests replace it. */
  readonly now: () => Date;
}

/** Content outside memory with its size and hash, opened again for each attempt to store it. */
interface ContentSource {
  /** Size in bytes. */
  readonly size: number;
  /** SHA-256 in hex. */
  readonly sha256: string;
  open(): Readable;
}

/** First and last byte, counted from 0, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** Store of uploads. Ids are random uuids from the server, never names given by users. */
export interface FileStore {
  /**
   * Stores content. When the promise resolves, the content is complete and durable; when it rejects, nothing remains.
   * @throws Refusal 503 if the store is unavailable, like the other methods
   */
  put(id: string, content: Uint8Array | ContentSource): Promise<void>;
  /** Returns the content, or the bytes of a range within it; undefined if the file does not exist. */
  read(id: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Returns the size in bytes, and a mark that changes whenever the content is written. */
  stat(id: string): Promise<{ size: number; mark: string } | undefined>;
  /** Removes a file; a missing file is not an error. */
  remove(id: string): Promise<void>;
}

/**
 * A websocket message to browsers (SPEC §4): `topic` for everybody, `user` for one person; the browser then fetches its
 * notices. `change`: an administrator changed `what`, which has to be fetched again. `task`: progress of long work of
 * this person. `cancelTask`: the person cancels long work; for other processes alone.
 */
export interface PushMessage {
  readonly cmd: 'topic' | 'user' | 'change' | 'task' | 'cancelTask';
  readonly what?: AdministratorChange;
  readonly task?: LongTask;
  /** Id of the work to cancel. */
  readonly canceledTask?: string;
  readonly msgId?: number;
  readonly msgTxt?: string;
}

export type Recipients = 'all' | readonly number[];

export type PushListener = (recipients: Recipients, message: PushMessage) => void;

export interface Push {
  /**
   * Sends a message to the browsers of these users in every process. Nothing is stored, because an absent browser
   * fetches its notices when it returns.
   */
  send(recipients: Recipients, message: PushMessage): Promise<void>;
  /** Delivers a message to the listeners of this process at once, also while a transaction holds the database. */
  sendHere(recipients: Recipients, message: PushMessage): void;
  /** Sends a message to the listeners of all other processes. */
  sendToOthers(recipients: Recipients, message: PushMessage): Promise<void>;
  /** Receives messages of all processes; the returned function unsubscribes. */
  subscribe(listener: PushListener): () => void;
  /** Stops listening, before the database closes. */
  close(): Promise<void>;
}
