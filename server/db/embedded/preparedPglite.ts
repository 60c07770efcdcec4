import { PGlite, protocol } from '@electric-sql/pglite';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';

type ProtocolOptions = Parameters<PGlite['execProtocolStream']>[1];
type ProtocolMessages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface PreparedStatement {
  readonly name: string;
  /** Answers to Parse and Describe about parameters and rows. */
  readonly parameters: ProtocolMessages;
  readonly rows: ProtocolMessages;
}

// Longer statements are inserts of many rows, which rarely repeat.
const maxStatementLength = 16_384;
const maxPrepared = 300;
const maxSeen = 3_000;

const codeOf = (letter: string): number => letter.charCodeAt(0);
const [parse, bind, describe, execute, sync, simple] = [
  codeOf('P'),
  codeOf('B'),
  codeOf('D'),
  codeOf('E'),
  codeOf('S'),
  codeOf('Q'),
];

// After these statements a prepared statement may refer to another table, or no longer exist.
const changesNames = /^\s*(create|alter|drop|discard|deallocate|set(?!\s+constraints)|reset|do)\b/i;
const opensOrEnds = /^\s*(begin|commit|rollback)\b/i;

const decoder = new TextDecoder();

/** Returns the text in a message that begins with a name and a text (Parse), or with a text (Query). */
const textOf = (message: Uint8Array, from: number): string =>
  decoder.decode(message.subarray(from, message.indexOf(0, from)));

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joinedBytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let index = 0;
  for (const part of parts) {
    joinedBytes.set(part, index);
    index += part.length;
  }
  return joinedBytes;
}

/** Converts a Bind of the unnamed statement and portal to a Bind of a named statement. */
function bindTo(message: Uint8Array, name: string): Uint8Array {
  const nameBytes = new TextEncoder().encode(name);
  const namedMessage = new Uint8Array(message.length + nameBytes.length);
  // Kind, length and portal come first, then the name of the statement.
  namedMessage.set(message.subarray(0, 6));
  namedMessage.set(nameBytes, 6);
  namedMessage.set(message.subarray(6), 6 + nameBytes.length);
  new DataView(namedMessage.buffer).setUint32(1, namedMessage.length - 1);
  return namedMessage;
}

/**
 * PGlite with prepared statements. PGlite sends six messages per query, one at a time, and parses and plans each
 * statement anew. This class prepares a statement at its second use (like JDBC and pgx) and sends the messages
 * together. A small query then blocks the event loop for a sixth of the time. Locking, values, rows and errors are
 * the same as in PGlite.
 */
export class PreparedPglite extends PGlite {
  #prepared = new Map<string, PreparedStatement>();
  #seen = new Set<string>();
  #forgotten: string[] = [];
  #names = 0;
  /** The prepared statement in use; undefined where the query is unnamed. */
  #current: PreparedStatement | undefined;
  #held: Uint8Array[] = [];
  /** Whether a message was sent without a following Sync. */
  #open = false;
  #panic: unknown;

  /**
   * Error that stopped the database, mostly because its log could not be written for lack of disk space. Only another
   * process can reopen it.
   */
  get panic(): unknown {
    return this.#panic;
  }

  /** Callback, called once with that error. */
  onPanic: (error: unknown) => void = () => undefined;

  /** Stops the use of the database after an error from which it can't recover. */
  fail(error: unknown): void {
    if (this.#panic) return;
    this.#panic = error;
    this.onPanic(error);
  }

  /** Number of prepared statements, for tests. */
  get kept(): number {
    return this.#prepared.size;
  }

  override async execProtocolStream(message: Uint8Array, options: ProtocolOptions): Promise<ProtocolMessages> {
    // Further calls would never return and would block the process.
    if (this.#panic) throw this.#panic;
    try {
      const backendMessages = await this.#exchange(message, options);
      // The database runs in this thread and answers at once. Without a pause a hundred statements would be one turn
      // of the event loop.
      await yieldToEventLoop();
      return backendMessages;
    } catch (error) {
      if ((error as { severity?: unknown }).severity === 'PANIC') this.fail(error);
      throw error;
    }
  }

  async #exchange(message: Uint8Array, options: ProtocolOptions): Promise<ProtocolMessages> {
    const send = (...parts: readonly Uint8Array[]) => {
      this.#open = true;
      return super.execProtocolStream(joinBytes(parts), options);
    };
    switch (message[0]) {
      case parse: {
        this.#held = [];
        this.#current = undefined;
        if (changesNames.test(textOf(message, 6))) this.#forget();
        this.#current = await this.#statement(message, send);
        if (!this.#current) this.#held = [message];
        return [];
      }
      case describe: {
        const ofStatement = message[5] === sync;
        if (this.#current) return ofStatement ? this.#current.parameters : this.#current.rows;
        if (ofStatement) return send(...this.#held.splice(0), message);
        this.#held.push(message);
        return [];
      }
      case bind:
        this.#held = [this.#current ? bindTo(message, this.#current.name) : message];
        return [];
      case execute: {
        const parts = [...this.#held.splice(0), message, protocol.serialize.sync()];
        this.#open = false;
        return super.execProtocolStream(joinBytes(parts), options);
      }
      case sync:
        if (!this.#open) return [];
        this.#open = false;
        return super.execProtocolStream(message, options);
      case simple:
        if (!opensOrEnds.test(textOf(message, 5))) this.#forget();
        return super.execProtocolStream(message, options);
      default:
        return super.execProtocolStream(message, options);
    }
  }

  /** Returns the prepared statement for a text, and prepares it at its second use. */
  async #statement(
    message: Uint8Array,
    send: (...parts: readonly Uint8Array[]) => Promise<ProtocolMessages>,
  ): Promise<PreparedStatement | undefined> {
    if (message.length > maxStatementLength) return undefined;
    const key = decoder.decode(message.subarray(5));
    const knownStatement = this.#prepared.get(key);
    if (knownStatement) {
      // Removes the least recently used statement.
      this.#prepared.delete(key);
      this.#prepared.set(key, knownStatement);
      return knownStatement;
    }
    if (!this.#seen.delete(key)) {
      if (this.#seen.size >= maxSeen) this.#seen.clear();
      this.#seen.add(key);
      return undefined;
    }
    const name = `kept_${(this.#names += 1)}`;
    const nameBytes = new TextEncoder().encode(name);
    const namedMessage = joinBytes([message.subarray(0, 5), nameBytes, message.subarray(5)]);
    new DataView(namedMessage.buffer).setUint32(1, namedMessage.length - 1);
    const closeMessages = this.#forgotten
      .splice(0)
      .map((forgottenName) => protocol.serialize.close({ type: 'S', name: forgottenName }));
    const backendMessages = await send(
      ...closeMessages,
      namedMessage,
      protocol.serialize.describe({ type: 'S', name }),
    );
    const preparedStatement = {
      name,
      parameters: backendMessages.filter((answer) => answer.name === 'parameterDescription'),
      rows: backendMessages.filter((answer) => answer.name === 'rowDescription'),
    };
    this.#prepared.set(key, preparedStatement);
    if (this.#prepared.size > maxPrepared) {
      const [oldest] = this.#prepared;
      if (oldest) {
        this.#prepared.delete(oldest[0]);
        this.#forgotten.push(oldest[1].name);
      }
    }
    return preparedStatement;
  }

  #forget(): void {
    this.#forgotten.push(...[...this.#prepared.values()].map(({ name }) => name));
    this.#prepared.clear();
    this.#seen.clear();
  }
}
