import { PGlite, protocol } from '@electric-sql/pglite';
import { breathe } from '@server/base/breathe';

type Options = Parameters<PGlite['execProtocolStream']>[1];
type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Prepared {
  readonly name: string;
  /** What Parse and Describe answered, of the parameters and of the rows. */
  readonly parameters: Messages;
  readonly rows: Messages;
}

// Longer ones are inserts of many rows, hardly the same twice.
const longest = 16_384;
const mostPrepared = 300;
const mostSeen = 3_000;

const code = (letter: string): number => letter.charCodeAt(0);
const [parse, bind, describe, execute, sync, simple] = [
  code('P'),
  code('B'),
  code('D'),
  code('E'),
  code('S'),
  code('Q'),
];

// After these a statement that is kept may mean another table, or be gone.
const changesNames = /^\s*(create|alter|drop|discard|deallocate|set(?!\s+constraints)|reset|do)\b/i;
const opensOrEnds = /^\s*(begin|commit|rollback)\b/i;

const decoder = new TextDecoder();

/** The text of a message that begins with a name and a text (Parse), or with a text (Query). */
const textOf = (message: Uint8Array, from: number): string =>
  decoder.decode(message.subarray(from, message.indexOf(0, from)));

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Bind of the nameless statement, to the nameless portal, made to one of a named statement. */
function bindTo(message: Uint8Array, name: string): Uint8Array {
  const letters = new TextEncoder().encode(name);
  const named = new Uint8Array(message.length + letters.length);
  // The kind, the length, the portal's end; then the statement's name.
  named.set(message.subarray(0, 6));
  named.set(letters, 6);
  named.set(message.subarray(6), 6 + letters.length);
  new DataView(named.buffer).setUint32(1, named.length - 1);
  return named;
}

/**
 * PGlite asks in six messages, one at a time, and has each statement parsed and planned anew. Here a statement that
 * comes for the second time is kept by the database
 * (as JDBC and pgx do), and what belongs together is sent together: a small query costs a sixth of the time, and the
 * event loop waits for it. What PGlite does
 * around its messages – exclusion, values, rows, errors – stays its own.
 */
export class PreparedPglite extends PGlite {
  #prepared = new Map<string, Prepared>();
  #seen = new Set<string>();
  #forgotten: string[] = [];
  #names = 0;
  /** Of the statement under way; undefined where it is asked namelessly. */
  #current: Prepared | undefined;
  #held: Uint8Array[] = [];
  /** Something was sent that no Sync has followed yet. */
  #open = false;
  #panic: unknown;

  /**
   * What ended the database where it stood: only another process brings it back (its log of changes found no room on
   * the disk, or could not be written).
   */
  get panic(): unknown {
    return this.#panic;
  }

  /** Told of it, once. */
  onPanic: (error: unknown) => void = () => undefined;

  /** Statements that the database keeps, for tests. */
  get kept(): number {
    return this.#prepared.size;
  }

  override async execProtocolStream(message: Uint8Array, options: Options): Promise<Messages> {
    // Asked anything more, it never answers, and the process with it.
    if (this.#panic) throw this.#panic;
    try {
      const answers = await this.#exchange(message, options);
      // It works in this thread, and what it answers is there at once: without a breath a hundred statements would be
      // one turn.
      await breathe();
      return answers;
    } catch (error) {
      if ((error as { severity?: unknown }).severity === 'PANIC') {
        this.#panic = error;
        this.onPanic(error);
      }
      throw error;
    }
  }

  async #exchange(message: Uint8Array, options: Options): Promise<Messages> {
    const send = (...parts: readonly Uint8Array[]) => {
      this.#open = true;
      return super.execProtocolStream(joined(parts), options);
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
        return super.execProtocolStream(joined(parts), options);
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

  /** The kept statement of this text; one that is seen for the second time is kept from now on. */
  async #statement(
    message: Uint8Array,
    send: (...parts: readonly Uint8Array[]) => Promise<Messages>,
  ): Promise<Prepared | undefined> {
    if (message.length > longest) return undefined;
    const key = decoder.decode(message.subarray(5));
    const known = this.#prepared.get(key);
    if (known) {
      // The least used is the first to go.
      this.#prepared.delete(key);
      this.#prepared.set(key, known);
      return known;
    }
    if (!this.#seen.delete(key)) {
      if (this.#seen.size >= mostSeen) this.#seen.clear();
      this.#seen.add(key);
      return undefined;
    }
    const name = `kept_${(this.#names += 1)}`;
    const letters = new TextEncoder().encode(name);
    const named = joined([message.subarray(0, 5), letters, message.subarray(5)]);
    new DataView(named.buffer).setUint32(1, named.length - 1);
    const gone = this.#forgotten.splice(0).map((old) => protocol.serialize.close({ type: 'S', name: old }));
    const answers = await send(...gone, named, protocol.serialize.describe({ type: 'S', name }));
    const prepared = {
      name,
      parameters: answers.filter((answer) => answer.name === 'parameterDescription'),
      rows: answers.filter((answer) => answer.name === 'rowDescription'),
    };
    this.#prepared.set(key, prepared);
    if (this.#prepared.size > mostPrepared) {
      const [oldest] = this.#prepared;
      if (oldest) {
        this.#prepared.delete(oldest[0]);
        this.#forgotten.push(oldest[1].name);
      }
    }
    return prepared;
  }

  #forget(): void {
    this.#forgotten.push(...[...this.#prepared.values()].map(({ name }) => name));
    this.#prepared.clear();
    this.#seen.clear();
  }
}
