// In-memory IndexedDB for jsdom, which has none: the part that the outbox uses. Values are copied as structured clones,
// and an aborted transaction leaves nothing.

type Key = number | string;
interface Shape {
  readonly keyPath: string;
  readonly autoIncrement: boolean;
  rows: Map<Key, unknown>;
  next: number;
}

class Request extends EventTarget {
  result: unknown = undefined;
  error: Error | null = null;
}

class Transaction extends EventTarget {
  error: Error | null = null;
  #waiting: (() => void)[] = [];
  readonly #before: Map<Shape, { rows: Map<Key, unknown>; next: number }>;

  constructor(
    private readonly stores: ReadonlyMap<string, Shape>,
    private readonly fails: () => Error | undefined,
  ) {
    super();
    this.#before = new Map(
      [...stores.values()].map((store) => [store, { rows: new Map(store.rows), next: store.next }]),
    );
    queueMicrotask(() => this.#run());
  }

  ask(work: () => unknown): Request {
    const request = new Request();
    this.#waiting.push(() => {
      request.result = work();
      request.dispatchEvent(new Event('success'));
    });
    return request;
  }

  #run(): void {
    for (let work = this.#waiting.shift(); work; work = this.#waiting.shift()) work();
    const error = this.fails();
    if (error) {
      this.error = error;
      for (const [store, { rows, next }] of this.#before) Object.assign(store, { rows, next });
    }
    this.dispatchEvent(new Event(error ? 'abort' : 'complete'));
  }

  objectStore(name: string) {
    const store = this.stores.get(name) as Shape;
    const put = (value: unknown): Key => {
      const row = structuredClone(value) as Record<string, unknown>;
      if (store.autoIncrement && row[store.keyPath] === undefined) row[store.keyPath] = store.next += 1;
      store.rows.set(row[store.keyPath] as Key, row);
      return row[store.keyPath] as Key;
    };
    return {
      add: (value: unknown) => this.ask(() => put(value)),
      put: (value: unknown) => this.ask(() => put(value)),
      get: (key: Key) => this.ask(() => structuredClone(store.rows.get(key))),
      getAll: () =>
        this.ask(() =>
          structuredClone([...store.rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)),
        ),
      delete: (key: Key) => this.ask(() => void store.rows.delete(key)),
      clear: () => this.ask(() => store.rows.clear()),
    };
  }
}

export interface MemoryIndexedDb {
  readonly indexedDB: { open(name: string, version: number): Request };
  /** Makes the next writing transaction fail. */
  fail(error: Error): void;
}

/** Returns a replacement of the global `indexedDB`. */
export function memoryIndexedDb(): MemoryIndexedDb {
  const databases = new Map<string, Map<string, Shape>>();
  let failing: Error | undefined;
  const databaseOf = (stores: Map<string, Shape>) =>
    Object.assign(new EventTarget(), {
      close: () => undefined,
      createObjectStore: (
        name: string,
        { keyPath, autoIncrement = false }: { keyPath: string; autoIncrement?: boolean },
      ) => void stores.set(name, { keyPath, autoIncrement, rows: new Map(), next: 0 }),
      transaction: (_store: string, mode: string) =>
        new Transaction(stores, () => {
          const error = mode === 'readwrite' ? failing : undefined;
          if (error) failing = undefined;
          return error;
        }),
    });
  return {
    fail: (error) => void (failing = error),
    indexedDB: {
      open(name) {
        const request = new Request();
        queueMicrotask(() => {
          const known = databases.get(name);
          const stores = known ?? new Map<string, Shape>();
          databases.set(name, stores);
          request.result = databaseOf(stores);
          if (!known) request.dispatchEvent(new Event('upgradeneeded'));
          request.dispatchEvent(new Event('success'));
        });
        return request;
      },
    },
  };
}
