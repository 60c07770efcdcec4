import type { OutboxItem } from './outboxRules';

// Data that must survive a reload, a crash and a lost network. One database per browser; each row names its owner.

const databaseName = 'field-work';
const databaseVersion = 1;
export const stores = { items: 'items', kept: 'kept' } as const;

/** An answer of the server, stored for work without a network. */
export interface CachedAnswer {
  /** Key in the form `<user>/<what>`. */
  readonly key: string;
  readonly userId: number;
  readonly at: number;
  readonly value: unknown;
}

let pendingDatabase: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  pendingDatabase ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, databaseVersion);
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(stores.items, { keyPath: 'seq', autoIncrement: true });
      request.result.createObjectStore(stores.kept, { keyPath: 'key' });
    });
    request.addEventListener('success', () => {
      // Closes for another tab with a newer version. The next request opens the database again.
      request.result.addEventListener('versionchange', () => {
        request.result.close();
        pendingDatabase = undefined;
      });
      resolve(request.result);
    });
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')));
  });
  pendingDatabase.catch(() => (pendingDatabase = undefined));
  return pendingDatabase;
}

/** Runs one request and waits until its transaction is stored on the disk. */
async function runRequest<T>(
  store: string,
  mode: IDBTransactionMode,
  makeRequest: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(store, mode, { durability: 'strict' });
    const request = makeRequest(transaction.objectStore(store));
    transaction.addEventListener('complete', () => resolve(request.result));
    // An error aborts the transaction. A full disk aborts it without a failed request.
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('the transaction was aborted')));
  });
}

/** An item whose owner is signed out. It keeps its position and is encrypted. */
export interface SealedItem extends Pick<OutboxItem, 'seq' | 'userId'> {
  readonly sealed: Blob;
}

const isSealed = (item: OutboxItem | SealedItem): item is SealedItem => 'sealed' in item;

/** Returns the queue of all people: readable items and sealed ones. */
export async function itemsOfAllPeople(): Promise<{ items: OutboxItem[]; sealed: SealedItem[] }> {
  const allItems = await runRequest<(OutboxItem | SealedItem)[]>(stores.items, 'readonly', (store) => store.getAll());
  return { items: allItems.filter((item): item is OutboxItem => !isSealed(item)), sealed: allItems.filter(isSealed) };
}

export const allItems = async (): Promise<OutboxItem[]> => (await itemsOfAllPeople()).items;
/** Adds an item and returns its position in the queue. */
export const addItem = (item: Omit<OutboxItem, 'seq'>): Promise<IDBValidKey> =>
  runRequest(stores.items, 'readwrite', (store) => store.add(item));

/** Replaces an item if the stored item meets the caller's condition. */
async function replaceItem(
  newItem: OutboxItem | SealedItem,
  isExpected: (storedItem: OutboxItem | SealedItem) => boolean,
): Promise<boolean> {
  let isReplaced = false;
  await runRequest(stores.items, 'readwrite', (store) => {
    const request = store.get(newItem.seq) as IDBRequest<OutboxItem | SealedItem | undefined>;
    request.addEventListener('success', () => {
      if (request.result === undefined || !isExpected(request.result)) return;
      store.put(newItem);
      isReplaced = true;
    });
    return request;
  });
  return isReplaced;
}

/** Changes an item, unless it was removed or sealed meanwhile. */
export const putItem = (item: OutboxItem): Promise<boolean> => replaceItem(item, (storedItem) => !isSealed(storedItem));
/**
 * Replaces an item by its sealed form.
 * @returns false if the item has changed since it was read; file contents never change
 */
export const replaceBySealed = (outboxItem: OutboxItem, sealed: Blob): Promise<boolean> =>
  replaceItem(
    { seq: outboxItem.seq, userId: outboxItem.userId, sealed },
    (storedItem) => JSON.stringify(storedItem) === JSON.stringify(outboxItem),
  );
export const replaceByOpened = (item: OutboxItem): Promise<boolean> => replaceItem(item, isSealed);
export const removeItem = (seq: number): Promise<undefined> =>
  runRequest(stores.items, 'readwrite', (store) => store.delete(seq));

export const cacheAnswer = (entry: CachedAnswer): Promise<IDBValidKey> =>
  runRequest(stores.kept, 'readwrite', (store) => store.put(entry));
export const cachedAnswerOf = (key: string): Promise<CachedAnswer | undefined> =>
  runRequest<CachedAnswer | undefined>(stores.kept, 'readonly', (store) => store.get(key));

/** Deletes stored answers of all people, or of all but one (QUALITY AU10). The queue stays. */
export async function forgetCachedAnswers(exceptUser?: number): Promise<void> {
  if (exceptUser === undefined) return void (await runRequest(stores.kept, 'readwrite', (store) => store.clear()));
  const allAnswers = await runRequest<CachedAnswer[]>(stores.kept, 'readonly', (store) => store.getAll());
  for (const { key, userId } of allAnswers)
    if (userId !== exceptUser) await runRequest(stores.kept, 'readwrite', (store) => store.delete(key));
}
