import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type GridDraft, readDraft, writeDraft } from '@/grid/entry/model/gridDrafts';
import { waitUntilDecrypted, sealAll } from '@/outbox/encryptUnsentWork';
import { openItem, openTexts, sealItem, sealTexts } from '@/outbox/outboxCipher';
import type { OutboxItem } from '@/outbox/outboxRules';
import { outboxTexts } from '@/outbox/outboxTexts';
import { clearSession, takeUser } from '@/session/sessionStore';
import type { User, UserInfo } from '@contract/wire';
import { freshBrowser, heardFeedback, storageSweep } from '../support/browserState';

const keyOf = (letter: number): string => btoa(String.fromCharCode(...new Uint8Array(32).fill(letter)));
const person = (id: number, sealKey = keyOf(id)): UserInfo => ({
  user: { id, userName: `u${id}`, nickName: `甲${id}` } as User,
  roles: ['x'],
  sealKey,
});
const now = Date.now();
const draft = (post: string, at = now): GridDraft => ({
  at,
  rows: [{ key: '1', after: null, base: null, values: { post } }],
  removed: [],
});
const grid = 'siteHazard:{"project":7}';
const restored = (userId: number): unknown => readDraft(userId, grid, now)?.rows[0]?.values['post'];
const bundles = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith('sealedDrafts:'));

async function comeIn(info: UserInfo): Promise<void> {
  takeUser(info);
  await waitUntilDecrypted();
}

let heard: ReturnType<typeof heardFeedback>;

beforeEach(async () => {
  freshBrowser();
  await clearSession();
  heard = heardFeedback();
});

describe('an unsaved draft (AU10)', () => {
  it('an unsaved draft is encrypted while its person is signed out, with 0 words readable, and readable again after the login', async () => {
    await comeIn(person(1));
    writeDraft(1, grid, draft('喷漆工'));
    expect(storageSweep()).toContain('喷漆工');
    await clearSession();
    expect(bundles()).toHaveLength(1);
    for (const word of ['喷漆工', 'post', 'siteHazard', 'project', 'entryGrid', keyOf(1)])
      expect(storageSweep()).not.toContain(word);
    await comeIn(person(1));
    expect([restored(1), bundles()]).toEqual(['喷漆工', []]);
    expect(heard.notices).toEqual([]);
  });

  it('an unsaved draft of one person stays encrypted for another person and is restored when its person returns', async () => {
    await comeIn(person(1));
    writeDraft(1, grid, draft('甲的'));
    await clearSession();
    await comeIn(person(2));
    expect([restored(1), restored(2)]).toEqual([undefined, undefined]);
    writeDraft(2, grid, draft('乙的'));
    await clearSession();
    expect(bundles()).toHaveLength(2);
    await comeIn(person(1));
    expect([restored(1), restored(2), bundles().length]).toEqual(['甲的', undefined, 1]);
  });

  it('an unsaved draft left readable without a logout is encrypted when another person signs in', async () => {
    await comeIn(person(1));
    writeDraft(1, grid, draft('甲的'));
    await comeIn(person(2));
    await vi.waitFor(() => expect(storageSweep()).not.toContain('甲的'));
    expect(bundles()).toHaveLength(1);
  });

  it('an unsaved draft survives a crash between encrypting and deleting; the newer of two copies is kept', async () => {
    await comeIn(person(1));
    writeDraft(1, grid, draft('旧'));
    const open = Object.entries(localStorage);
    await clearSession();
    // Simulates a page that closed before deleting the readable draft.
    for (const [name, text] of open) localStorage.setItem(name, text as string);
    await comeIn(person(1));
    expect([restored(1), bundles()]).toEqual(['旧', []]);
    writeDraft(1, grid, draft('旧'));
    await clearSession();
    localStorage.setItem(`entryGrid:1:${grid}`, JSON.stringify(draft('新', now + 1)));
    await comeIn(person(1));
    expect([restored(1), bundles()]).toEqual(['新', []]);
  });

  it('an unsaved draft is encrypted at the next start if the session ended before', async () => {
    await comeIn(person(1));
    writeDraft(1, grid, draft('半天的记录'));
    // The page has closed: key and draft are stored here, and nobody is signed in.
    await sealAll();
    expect(storageSweep()).not.toContain('半天的记录');
    await comeIn(person(1));
    expect(restored(1)).toBe('半天的记录');
  });

  it('unsaved drafts of several grids are encrypted together with drafts encrypted earlier', async () => {
    await comeIn(person(1));
    for (const name of ['a', 'b']) writeDraft(1, name, draft(name));
    await sealAll();
    // In a window that does not know of the session's end.
    writeDraft(1, 'b', draft('b2', now + 1));
    writeDraft(1, 'c', draft('c'));
    await vi.waitFor(() =>
      expect(
        Object.keys(localStorage).filter((name) => name.startsWith('entryGrid:') || name.startsWith('sealKey:')),
      ).toEqual([]),
    );
    expect(bundles()).toHaveLength(1);
    await comeIn(person(1));
    expect(['a', 'b', 'c'].map((name) => readDraft(1, name, now)?.rows[0]?.values['post'])).toEqual(['a', 'b2', 'c']);
  });

  it('an unsaved draft written by another window while the session ended is encrypted when that window learns of the end', async () => {
    await comeIn(person(1));
    const key = localStorage.getItem('sealKey:1');
    await sealAll();
    localStorage.setItem(`entryGrid:1:${grid}`, JSON.stringify(draft('晚到')));
    window.dispatchEvent(new StorageEvent('storage', { key: 'sealKey:1', oldValue: key, newValue: null }));
    await vi.waitFor(() => expect(storageSweep()).not.toContain('晚到'));
    expect(bundles()).toHaveLength(1);
  });

  it('an unsaved draft written faster than it is encrypted keeps its key, so that the next start encrypts it', async () => {
    await comeIn(person(1));
    writeDraft(1, grid, draft('第一稿'));
    const remove = Storage.prototype.removeItem;
    let since = 0;
    // Another window writes as soon as the key is gone, and again after each sealing.
    const busy = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, name) {
      remove.call(this, name);
      if (name === 'sealKey:1' || (since > 0 && name.startsWith('entryGrid:1:')))
        localStorage.setItem(`entryGrid:1:${grid}`, JSON.stringify(draft(`第${(since += 1)}稿`, now + since)));
    });
    await sealAll();
    busy.mockRestore();
    expect(since).toBeGreaterThan(3);
    expect(localStorage.getItem('sealKey:1')).not.toBeNull();
    await sealAll();
    expect([storageSweep().includes('稿'), localStorage.getItem('sealKey:1')]).toEqual([false, null]);
    await comeIn(person(1));
    expect(restored(1)).toBe(`第${since}稿`);
  });

  it('an encrypted draft that cannot be opened is kept and reported, and does not block the next one', async () => {
    await comeIn(person(1));
    writeDraft(1, grid, draft('先前'));
    await clearSession();
    const [name = ''] = bundles();
    const sealed = localStorage.getItem(name);
    await comeIn(person(1, keyOf(9)));
    expect(heard.notices).toEqual([['warning', outboxTexts.notOpened(1), expect.anything()]]);
    expect([restored(1), localStorage.getItem(name)]).toEqual([undefined, sealed]);
    writeDraft(1, grid, draft('后来', now + 1));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5);
    await clearSession();
    vi.restoreAllMocks();
    expect([bundles().length, localStorage.getItem(name)]).toEqual([2, sealed]);
    await comeIn(person(1));
    expect(restored(1)).toBe('先前');
    expect(heard.notices).toHaveLength(2);
  });

  it('a damaged encrypted draft is reported as long as drafts are kept', async () => {
    localStorage.setItem(`sealedDrafts:1:${now - 1000}`, 'AAAA');
    localStorage.setItem(`sealedDrafts:1:${now - 31 * 24 * 3_600_000}`, '%%%');
    await comeIn(person(1));
    expect(heard.notices).toEqual([['warning', outboxTexts.notOpened(1), expect.anything()]]);
    expect(bundles()).toEqual([`sealedDrafts:1:${now - 1000}`]);
  });

  it('an unsaved draft stays readable if the server sends no key', async () => {
    const { sealKey: _none, ...info } = person(1);
    await comeIn(info);
    writeDraft(1, grid, draft('喷漆工'));
    await clearSession();
    await comeIn(info);
    expect([restored(1), bundles()]).toEqual(['喷漆工', []]);
  });
});

describe('encryption of unsent work', () => {
  const item: Omit<OutboxItem, 'files'> = {
    seq: 3,
    id: 'c3',
    userId: 1,
    userName: '陈工',
    project: 5,
    method: 'POST',
    url: 'api/siteMedia/add',
    body: { place: '车间', values: [null, 1.5] },
    title: '照片',
    group: 'm',
    at: 1,
    tries: 2,
    nextAt: 3,
    refused: null,
  };
  const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256);
  const files = [
    { field: 'file', name: '现场.png', fileClass: 'image' as const, blob: new Blob([bytes], { type: 'image/png' }) },
    { field: 'sign', name: '签名.png', fileClass: 'image' as const, blob: new Blob([]), fileId: 'f-1' },
  ];

  it('the encryption of unsent work restores a record with its photographs byte for byte', async () => {
    const sealed = await sealItem(keyOf(1), { ...item, files });
    const back = openItem(keyOf(1), sealed) as OutboxItem;
    expect({ ...back, files: [] }).toEqual({ ...item, files: [] });
    expect(back.files.map(({ blob, ...file }) => ({ ...file, size: blob.size, type: blob.type }))).toEqual([
      { field: 'file', name: '现场.png', fileClass: 'image', size: 300_000, type: 'image/png' },
      { field: 'sign', name: '签名.png', fileClass: 'image', fileId: 'f-1', size: 0, type: '' },
    ]);
    const [{ blob } = { blob: new Blob() }] = back.files;
    expect(Buffer.from(await blob.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('the encryption of unsent work opens nothing with another key or after a changed byte', async () => {
    const sealed = await sealItem(keyOf(1), { ...item, files });
    expect(openItem(keyOf(2), sealed)).toBeUndefined();
    for (const at of [0, 30, sealed.length - 1])
      expect(
        openItem(
          keyOf(1),
          sealed.map((byte, here) => (here === at ? byte ^ 1 : byte)),
        ),
      ).toBeUndefined();
    const texts = sealTexts(keyOf(1), { a: '甲'.repeat(100_000) });
    expect(openTexts(keyOf(1), texts)).toEqual({ a: '甲'.repeat(100_000) });
    expect(texts.length).toBeLessThan(10_000);
    expect([
      openTexts(keyOf(2), texts),
      openTexts(keyOf(1), `${texts.slice(0, -8)}AAAAAAA=`),
      openTexts(keyOf(1), ''),
    ]).toEqual([undefined, undefined, undefined]);
  });

  it('the encryption of unsent work never produces the same ciphertext twice', () => {
    expect(sealTexts(keyOf(1), { a: 'x' })).not.toBe(sealTexts(keyOf(1), { a: 'x' }));
  });
});
