import { storedNames } from '@/lib/browser/storedNames';
import { feedback } from '@/lib/feedback';
import {
  forgetOwner,
  setSealOwner,
  keepOwner,
  ownersWithReadableWork,
  onSealedElsewhere,
  type KeyOwner,
  sealedElsewhere,
} from '@/session/access/sealKeys';
import { onSessionEnd, useSession } from '@/session/sessionStore';
import { errorDuration } from '@contract/constants';
import { draftLifetimeMs, openDraftNames, writtenAt } from './draftTexts';
import { replaceByOpened, replaceBySealed, itemsOfAllPeople } from './outboxDatabase';
import { outboxTexts } from './outboxTexts';

// Encrypts ("seals") drafts and unsent records while their owner is signed out (QUALITY AU10, decision 21). The sealed
// copy is stored before the readable one is deleted, and vice versa.

/** Longest time in ms that pages wait for unsealing. */
const maxOpenMs = 5_000;
/** Number of times to look for work that other windows write during sealing. */
const maxSealingRounds = 5;

type OutboxCipher = typeof import('./outboxCipher');
let outboxCipher: OutboxCipher | undefined;
const loadCipher = async (): Promise<OutboxCipher> => (outboxCipher ??= await import('./outboxCipher'));

/** Returns the prefix of the text with all drafts of a person. Its full name ends with the time of sealing. */
const bundlePrefix = (userId: number): string => `sealedDrafts:${userId}:`;
const bundleNames = (userId: number): string[] => storedNames(bundlePrefix(userId));

/** Returns the queue; empty if this browser can't read its storage, because nobody else can read it there either. */
const readableQueue = () => itemsOfAllPeople().catch(() => ({ items: [], sealed: [] }));

function sealDrafts({ sealTexts, openTexts }: OutboxCipher, { userId, key }: KeyOwner): void {
  const texts = openDraftNames(userId).map((name) => [name, localStorage.getItem(name) ?? ''] as const);
  const existingBundle = bundleNames(userId)
    .map((name) => ({ name, texts: openTexts(key, localStorage.getItem(name) ?? '') }))
    .find((bundle) => bundle.texts);
  localStorage.setItem(
    existingBundle?.name ?? bundlePrefix(userId) + Date.now(),
    sealTexts(key, { ...existingBundle?.texts, ...Object.fromEntries(texts) }),
  );
  for (const [name, text] of texts) if (localStorage.getItem(name) === text) localStorage.removeItem(name);
}

const listeners = new Set<() => void>();
const tellListeners = (): void => {
  for (const listener of listeners) listener();
};

/** Registers a listener that is called after items were sealed or opened. */
export const onSealing = (listener: () => void): void => void listeners.add(listener);

async function sealItems({ userId, key }: KeyOwner): Promise<void> {
  const openOutboxItems = (await readableQueue()).items.filter((item) => item.userId === userId);
  if (!openOutboxItems.length) return;
  const { sealItem } = await loadCipher();
  const failures: unknown[] = [];
  for (const outboxItem of openOutboxItems) {
    // An unreadable photograph must not keep the other items unsealed.
    await sealItem(key, outboxItem)
      .then((sealed) => replaceBySealed(outboxItem, new Blob([sealed])))
      .catch((error: unknown) => failures.push(error));
  }
  tellListeners();
  if (failures.length) throw failures[0];
}

async function liesOpen({ userId }: KeyOwner): Promise<boolean> {
  return openDraftNames(userId).length > 0 || (await readableQueue()).items.some((item) => item.userId === userId);
}

/** Seals a person's work. Repeats until nothing is readable, because other windows may still be writing. */
async function sealOpen(owner: KeyOwner): Promise<void> {
  for (let round = 0; await liesOpen(owner); round += 1) {
    if (round === maxSealingRounds) throw new Error('drafts are written faster than they are sealed');
    if (openDraftNames(owner.userId).length) sealDrafts(await loadCipher(), owner);
    await sealItems(owner);
  }
}

async function sealOf(owner: KeyOwner): Promise<void> {
  await sealOpen(owner);
  forgetOwner(owner.userId);
  try {
    await sealOpen(owner);
  } catch (error) {
    keepOwner(owner);
    throw error;
  }
}

let lastWork: Promise<unknown> = Promise.resolve();

/** Runs one sealing at a time across all windows, if the browser supports locks. */
function runExclusively(work: () => Promise<void>): Promise<void> {
  const runAlone = async () => {
    if (navigator.locks) await navigator.locks.request('sealing', work);
    else await work();
  };
  const completion = lastWork.then(runAlone, runAlone);
  lastWork = completion.catch(() => undefined);
  return completion;
}

/**
 * Seals the readable work of all people, or of all but one. Work that can't be sealed keeps its key until the next
 * start.
 */
export async function sealAll(exceptUser?: number): Promise<void> {
  const owners = (): KeyOwner[] => ownersWithReadableWork().filter(({ userId }) => userId !== exceptUser);
  if (owners().length) await runExclusively(async () => void (await Promise.allSettled(owners().map(sealOf))));
}

const sealLate = (owner: KeyOwner): void => {
  keepOwner(owner);
  void runExclusively(() => sealOf(owner)).catch(() => undefined);
};

/**
 * Call it after writing a draft. If another window has ended the session, seals the draft at once, because this
 * window may close.
 */
export function draftWritten(userId: number): void {
  // Loads the cipher in case the session ends without a network.
  void loadCipher().catch(() => undefined);
  const owner = sealedElsewhere(userId);
  if (!owner) return;
  try {
    if (outboxCipher) return sealDrafts(outboxCipher, owner);
  } catch {
    // No room at the moment: the draft stays readable, with its key.
  }
  sealLate(owner);
}

/** Like {@link draftWritten}, for a record that waits to be sent. */
export function itemWritten(userId: number): void {
  void loadCipher().catch(() => undefined);
  const owner = sealedElsewhere(userId);
  if (owner) sealLate(owner);
}

/**
 * Opens the sealed drafts of a person.
 * @returns number of bundles that could not be opened
 */
async function openDrafts({ userId, key }: KeyOwner, now: number): Promise<number> {
  const names = bundleNames(userId);
  if (!names.length) return 0;
  const { openTexts } = await loadCipher();
  const stay = names.filter((bundle) => {
    const texts = openTexts(key, localStorage.getItem(bundle) ?? '');
    if (!texts) return true;
    try {
      // An existing readable draft is newer or the same.
      for (const [name, text] of Object.entries(texts)) {
        const existingText = localStorage.getItem(name);
        if (existingText === null || writtenAt(existingText) < writtenAt(text)) localStorage.setItem(name, text);
      }
    } catch {
      return true;
    }
    localStorage.removeItem(bundle);
    return false;
  });
  const outdatedNames = stay.filter((name) => now - Number(name.slice(bundlePrefix(userId).length)) > draftLifetimeMs);
  for (const name of outdatedNames) localStorage.removeItem(name);
  return stay.length - outdatedNames.length;
}

/**
 * Opens the sealed items of a person.
 * @returns number of items that could not be opened
 */
async function openItems({ userId, key }: KeyOwner): Promise<number> {
  const sealed = (await readableQueue()).sealed.filter((item) => item.userId === userId);
  if (!sealed.length) return 0;
  const { openItem } = await loadCipher();
  let unopenedCount = 0;
  for (const sealedItem of sealed) {
    const outboxItem = openItem(key, new Uint8Array(await sealedItem.sealed.arrayBuffer()));
    if (outboxItem) await replaceByOpened({ ...outboxItem, seq: sealedItem.seq });
    else unopenedCount += 1;
  }
  tellListeners();
  return unopenedCount;
}

let pendingOpening: Promise<void> = Promise.resolve();
let untoldMessage: string | null = null;

function showUntold(): void {
  if (untoldMessage) feedback.notify('warning', untoldMessage, { duration: errorDuration });
  untoldMessage = null;
}

/** Waits until the signed-in person's sealed work is readable. Pages call it before they read drafts. */
export const waitUntilDecrypted = async (): Promise<void> => {
  await Promise.race([pendingOpening, new Promise((resolve) => setTimeout(resolve, maxOpenMs))]);
  showUntold();
};

async function openKey(owner: KeyOwner): Promise<void> {
  // Repeated, because a sealing that was still running may have removed the key.
  keepOwner(owner);
  try {
    const stillSealedCount = (await openDrafts(owner, Date.now())) + (await openItems(owner));
    if (stillSealedCount) untoldMessage = outboxTexts.notOpened(stillSealedCount);
  } catch {
    untoldMessage = outboxTexts.sealedLater;
  }
}

/** Starts unsealing after a person has signed in or was found signed in. */
function startUnsealing(): void {
  const { user, sealKey } = useSession.getState();
  if (!user) return;
  const owner = setSealOwner(user.id, sealKey);
  if (owner) pendingOpening = runExclusively(() => openKey(owner)).catch(() => undefined);
  void sealAll(user.id).catch(() => undefined);
}

// The login may have happened before this code was loaded.
startUnsealing();
useSession.subscribe((session, previousSession) => {
  if (!session.user || session.user === previousSession.user) return;
  startUnsealing();
  void waitUntilDecrypted();
});
onSealedElsewhere((userId) => {
  const sealAgain = async (): Promise<void> => {
    const owner = sealedElsewhere(userId);
    if (!owner || !(await liesOpen(owner))) return;
    keepOwner(owner);
    await sealOf(owner);
  };
  void runExclusively(sealAgain).catch(() => undefined);
});
onSessionEnd(() => sealAll().catch(() => undefined));
