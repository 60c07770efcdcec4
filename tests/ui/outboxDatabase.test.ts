import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutboxItem } from '@/outbox/outboxRules';
import { memoryIndexedDb } from '../support/memoryIndexedDb';

const disk = memoryIndexedDb();
vi.stubGlobal('indexedDB', disk.indexedDB);
const {
  addItem,
  allItems,
  forgetCachedAnswers: forgetKept,
  cacheAnswer: keep,
  cachedAnswerOf: keptOf,
  putItem,
  replaceByOpened,
  replaceBySealed,
  removeItem,
  itemsOfAllPeople,
} = await import('@/outbox/outboxDatabase');
afterAll(() => vi.unstubAllGlobals());

type New = Omit<OutboxItem, 'seq'>;
const item = (title: string, changes: Partial<New> = {}): New => ({
  id: title,
  userId: 1,
  userName: '陈工',
  project: 5,
  method: 'PUT',
  url: 'api/sample/record',
  body: { id: 1 },
  files: [],
  title,
  group: title,
  at: 0,
  tries: 0,
  nextAt: 0,
  refused: null,
  ...changes,
});
const titles = async () => (await allItems()).map(({ title }) => title);
const sealed = new Blob(['closed']);
beforeEach(async () => {
  for (const { seq } of [...(await itemsOfAllPeople()).items, ...(await itemsOfAllPeople()).sealed])
    await removeItem(seq);
  await forgetKept();
});

describe('stored outbox', () => {
  it('the outbox stored in the browser keeps unsent requests in the order in which they were made', async () => {
    const [first, second] = [await addItem(item('一')), await addItem(item('二'))];
    expect(Number(second)).toBeGreaterThan(Number(first));
    expect(await titles()).toEqual(['一', '二']);
    await removeItem(Number(first));
    expect(await titles()).toEqual(['二']);
  });

  it('the outbox stored in the browser updates an unsent request, and an update does not bring a removed request back', async () => {
    const seq = Number(await addItem(item('一')));
    const [held] = await allItems();
    expect(await putItem({ ...(held as OutboxItem), tries: 3 })).toBe(true);
    expect((await allItems())[0]?.tries).toBe(3);
    await removeItem(seq);
    expect(await putItem({ ...(held as OutboxItem), tries: 4 })).toBe(false);
    expect(await allItems()).toEqual([]);
  });

  it('the stored outbox encrypts an item only if it has not changed meanwhile; an encrypted item cannot be changed, and is opened once', async () => {
    await addItem(item('一'));
    const [held] = (await allItems()) as [OutboxItem];
    await putItem({ ...held, tries: 1 });
    expect(await replaceBySealed(held, sealed)).toBe(false);
    expect(await replaceBySealed({ ...held, tries: 1 }, sealed)).toBe(true);
    expect((await itemsOfAllPeople()).sealed.map(({ seq, userId }) => [seq, userId])).toEqual([[held.seq, 1]]);
    expect(await allItems()).toEqual([]);
    expect(await putItem({ ...held, tries: 2 })).toBe(false);
    expect(await replaceByOpened(held)).toBe(true);
    expect(await titles()).toEqual(['一']);
    expect(await replaceByOpened({ ...held, tries: 9 })).toBe(false);
    expect((await allItems())[0]?.tries).toBe(0);
  });

  it('the stored outbox reports a full storage and stores nothing then', async () => {
    disk.fail(new DOMException('full', 'QuotaExceededError'));
    await expect(addItem(item('一'))).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect(await allItems()).toEqual([]);
    await addItem(item('二'));
    expect(await titles()).toEqual(['二']);
  });
});

describe('stored answers of the server', () => {
  const keepFor = (userId: number, what: string) => keep({ key: `${userId}/${what}`, userId, at: 7, value: { what } });

  it('a server answer that the phone stored for work without a network is returned unchanged; a newer one replaces it', async () => {
    await keepFor(1, 'a');
    await keep({ key: '1/a', userId: 1, at: 8, value: { what: '新' } });
    expect(await keptOf('1/a')).toMatchObject({ at: 8, value: { what: '新' } });
    expect(await keptOf('1/none')).toBeUndefined();
  });

  it('the stored server answers are deleted for all other people or for everybody; the outbox stays', async () => {
    await addItem(item('一'));
    for (const userId of [1, 2]) for (const what of ['a', 'b']) await keepFor(userId, what);
    await forgetKept(2);
    expect([
      await keptOf('1/a'),
      await keptOf('1/b'),
      (await keptOf('2/a'))?.userId,
      (await keptOf('2/b'))?.userId,
    ]).toEqual([undefined, undefined, 2, 2]);
    await forgetKept();
    expect(await keptOf('2/a')).toBeUndefined();
    expect(await titles()).toEqual(['一']);
  });
});

describe('unsent voiding of a sample (SEC-15)', () => {
  it('an unsent voiding of a sample follows the person’s own later readings of it, and no change by another person', async () => {
    const { raiseQueuedVersion } = await import('@/features/fieldwork/site/queuedVoidings');
    const rows = [
      { id: 7, version: 3 },
      { id: 8, version: 3 },
    ];
    const versions = async () =>
      (await allItems()).map(({ body }) =>
        (body as { rows: { version: number }[] }).rows.map(({ version }) => version),
      );
    await addItem(item('作废', { url: 'api/sample/void', body: { rows, reason: '破损' } }));
    await raiseQueuedVersion({ id: 7, version: 4 });
    expect(await versions()).toEqual([[4, 3]]);
    await raiseQueuedVersion({ id: 8, version: 5 });
    await raiseQueuedVersion({ id: 9, version: 4 });
    expect(await versions()).toEqual([[4, 3]]);
  });
});

describe('unsent voiding from an older program version', () => {
  it('an unsent voiding from an older program version gets the sample versions that the person saw, and waits if one is unknown', async () => {
    const { addMissingVersions, voidedIds } = await import('@/features/fieldwork/site/queuedVoidings');
    await addItem(item('两件', { url: 'api/sample/void', body: { ids: [7, 8], reason: '破损' } }));
    await addItem(item('别处', { url: 'api/sample/void', body: { ids: [70], reason: '破损' } }));
    expect((await allItems()).map(voidedIds)).toEqual([[7, 8], [70]]);
    await addMissingVersions([
      { id: 7, version: 3 },
      { id: 8, version: 5 },
    ]);
    expect((await allItems()).map(({ body }) => body)).toEqual([
      {
        reason: '破损',
        rows: [
          { id: 7, version: 3 },
          { id: 8, version: 5 },
        ],
      },
      { ids: [70], reason: '破损' },
    ]);
    expect((await allItems()).map(voidedIds)).toEqual([[7, 8], [70]]);
  });
});

describe('sending the outbox', () => {
  const user = { id: 1, nickName: '陈工' };

  it('sending the outbox removes accepted items, keeps refused ones with the reason, and stops when the network is lost', async () => {
    vi.resetModules();
    const sent: string[] = [];
    const { client } = await import('@/api/client');
    const { Failure } = await import('@/api/callFailures');
    const asked = vi.spyOn(client, 'request').mockImplementation(async (config) => {
      const { id } = config.data as { id: number };
      sent.push(`${String((config as { idempotencyKey?: string }).idempotencyKey)} ${id}`);
      if (id === 2) throw new Failure('refused', '已被他人修改', { status: 409, code: 'stale' });
      if (id === 4) throw new Failure('noAnswer', '网络异常');
      return { data: { body: { saved: id } } };
    });
    const { useSession } = await import('@/session/sessionStore');
    useSession.setState({ user: user as never });
    const database = await import('@/outbox/outboxDatabase');
    const { onArrival, runOutbox } = await import('@/outbox/runOutbox');
    for (const id of [1, 2, 3, 4, 5]) await database.addItem(item(`k${id}`, { body: { id } }));
    await database.addItem(item('other', { userId: 2, body: { id: 9 } }));
    const arrived: string[] = [];
    const stop = onArrival(({ id }, answer) => void arrived.push(`${id} ${JSON.stringify(answer)}`));
    await runOutbox();
    stop();
    expect(sent).toEqual(['k1 1', 'k2 2', 'k3 3', 'k4 4']);
    expect(arrived).toEqual(['k1 {"saved":1}', 'k3 {"saved":3}']);
    const left = await database.allItems();
    expect(left.map(({ id, tries, refused }) => [id, tries, refused?.code ?? null])).toEqual([
      ['k2', 1, 'stale'],
      ['k4', 1, null],
      ['k5', 0, null],
      ['other', 0, null],
    ]);
    // Nothing is repeated before its time, unless urgent.
    sent.length = 0;
    await runOutbox();
    expect(sent).toEqual([]);
    asked.mockImplementation(async (config) => {
      sent.push(String((config as { idempotencyKey?: string }).idempotencyKey));
      return { data: { body: null } };
    });
    await runOutbox(true);
    expect(sent).toEqual(['k4', 'k5']);
    expect((await database.allItems()).map(({ id }) => id)).toEqual(['k2', 'other']);
    // Without a signed-in person nothing is sent.
    useSession.setState({ user: null as never });
    await runOutbox(true);
    expect(sent).toEqual(['k4', 'k5']);
    asked.mockRestore();
  });
});
