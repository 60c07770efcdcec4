import type { OutboxItem } from './queue';

// What must survive a reload, a crash and a dead network. One database of this browser; rows say whose they are.

const name = 'field-work';
const version = 1;
export const stores = { items: 'items', kept: 'kept' } as const;

/** Something that was read from the server, for going on without it. */
export interface Kept {
  /** `<user>/<what>` */
  readonly key: string;
  readonly userId: number;
  readonly at: number;
  readonly value: unknown;
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(stores.items, { keyPath: 'seq', autoIncrement: true });
      request.result.createObjectStore(stores.kept, { keyPath: 'key' });
    });
    request.addEventListener('success', () => {
      // Another tab with a newer version may go on; this one opens anew when it is asked again.
      request.result.addEventListener('versionchange', () => {
        request.result.close();
        opening = undefined;
      });
      resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')));
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/** Runs one request and waits until what it did is on the disk, not only until it was taken. */
async function run<T>(
  store: string,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const request = ask(transaction.objectStore(store));
    transaction.addEventListener('complete', () => resolve(request.result));
    // An error aborts the transaction; one that was aborted by a full disk has no request that failed.
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the transaction was aborted')));
  });
}

/** An item as it lies there while its owner is not signed in: in its place, and nothing of it to be read. */
export interface SealedItem extends Pick<OutboxItem, 'seq' | 'userId'> {
  readonly sealed: Blob;
}

const isSealed = (item: OutboxItem | SealedItem): item is SealedItem => 'sealed' in item;

/** The whole queue, of everybody: what lies open, and what is sealed. */
export async function wholeQueue(): Promise<{ items: OutboxItem[]; sealed: SealedItem[] }> {
  const all = await run<(OutboxItem | SealedItem)[]>(stores.items, 'readonly', (store) => store.getAll());
  return { items: all.filter((item): item is OutboxItem => !isSealed(item)), sealed: all.filter(isSealed) };
}

export const allItems = async (): Promise<OutboxItem[]> => (await wholeQueue()).items;
/** Answers the place in the queue. */
export const addItem = (item: Omit<OutboxItem, 'seq'>): Promise<IDBValidKey> =>
  run(stores.items, 'readwrite', (store) => store.add(item));

/** Puts another in the place of an item, if what lies there is still what the caller thinks. */
async function replace(
  next: OutboxItem | SealedItem,
  expected: (found: OutboxItem | SealedItem) => boolean,
): Promise<boolean> {
  let replaced = false;
  await run(stores.items, 'readwrite', (store) => {
    const reading = store.get(next.seq) as IDBRequest<OutboxItem | SealedItem | undefined>;
    reading.addEventListener('success', () => {
      if (reading.result === undefined || !expected(reading.result)) return;
      store.put(next);
      replaced = true;
    });
    return reading;
  });
  return replaced;
}

/** Changes an item; one that was taken out or sealed meanwhile stays so. */
export const putItem = (item: OutboxItem): Promise<boolean> => replace(item, (found) => !isSealed(found));
/** @returns whether it was still as it had been read: the content of its files never changes. */
export const putSealed = (item: OutboxItem, sealed: Blob): Promise<boolean> =>
  replace({ seq: item.seq, userId: item.userId, sealed }, (found) => JSON.stringify(found) === JSON.stringify(item));
export const putOpened = (item: OutboxItem): Promise<boolean> => replace(item, isSealed);
export const removeItem = (seq: number): Promise<undefined> =>
  run(stores.items, 'readwrite', (store) => store.delete(seq));

export const keep = (kept: Kept): Promise<IDBValidKey> => run(stores.kept, 'readwrite', (store) => store.put(kept));
export const keptOf = (key: string): Promise<Kept | undefined> =>
  run<Kept | undefined>(stores.kept, 'readonly', (store) => store.get(key));

/** Lets go of what was kept for reading: of everybody, or of all but one person (QUALITY AU10). The queue stays. */
export async function forgetKept(exceptUser?: number): Promise<void> {
  if (exceptUser === undefined) return void (await run(stores.kept, 'readwrite', (store) => store.clear()));
  const all = await run<Kept[]>(stores.kept, 'readonly', (store) => store.getAll());
  for (const { key, userId } of all)
    if (userId !== exceptUser) await run(stores.kept, 'readwrite', (store) => store.delete(key));
}
