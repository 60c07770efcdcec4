import { describe, expect, it } from 'vitest';
import {
  airOf,
  inOrder,
  isSamplingRunning,
  withUnsentItems,
  progressOf,
} from '@/features/fieldwork/site/unsentOverlay';
import { labelSizes, pagesOf } from '@/fields/labels/labelSizes';
import {
  itemToResend,
  itemAfterFailure,
  bodyWithFiles,
  conflictOf,
  isAlreadySaved,
  isHeldBack,
  isTemporaryFailure,
  nextToSend,
  type OutboxItem,
  withOwnValues,
  queueOf,
  retryDelayMs,
  withOtherValues,
} from '@/outbox/outboxRules';
import type {
  CompanionRow,
  DayRow,
  SampleRow,
  SiteData,
  WeatherRow,
} from '@contract/features/fieldwork/samples/siteData';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';

const item = (seq: number, changes: Partial<OutboxItem> = {}): OutboxItem => ({
  seq,
  id: `c${seq}`,
  userId: 1,
  userName: '陈工',
  project: 5,
  method: 'PUT',
  url: 'api/sample/record',
  body: { id: seq, values: {} },
  files: [],
  title: `记录${seq}`,
  group: `sample/${seq}`,
  at: 0,
  tries: 0,
  nextAt: 0,
  refused: null,
  ...changes,
});
const refused = { message: '不行', code: 'invalid', errors: [], current: null };

describe('outbox queue', () => {
  it('the outbox contains one person’s unsent items in order of creation', () => {
    expect(queueOf([item(3), item(1), item(2, { userId: 2 })], 1).map(({ seq }) => seq)).toEqual([1, 3]);
  });

  it('the outbox sends the first item first, and waits for its retry time unless the person asks to send now', () => {
    const queue = [item(1, { nextAt: 500 }), item(2)];
    expect(nextToSend(queue, 100)).toBeNull();
    expect(nextToSend(queue, 500)?.seq).toBe(1);
    expect(nextToSend(queue, 100, true)?.seq).toBe(1);
    expect(nextToSend([], 0)).toBeNull();
  });

  it('the outbox skips a refused item for other items, but holds back later items about the same row', () => {
    const queue = [item(1, { refused }), item(2, { group: 'sample/1' }), item(3)];
    expect(nextToSend(queue, 0)?.seq).toBe(3);
    expect(isHeldBack(queue[1] as OutboxItem, queue)).toBe(true);
    expect(nextToSend(queue.slice(0, 2), 0, true)).toBeNull();
  });

  it('the outbox waits 2 s after the first failure, doubling up to a minute', () => {
    expect([1, 2, 3, 6, 20].map(retryDelayMs)).toEqual([2_000, 4_000, 8_000, 60_000, 60_000]);
  });

  it.each([
    [{ kind: 'noAnswer' }, true],
    [{ kind: 'timeout' }, true],
    [{ kind: 'unauthorized', status: 401 }, true],
    [{ kind: 'refused', status: 503 }, true],
    [{ kind: 'refused', status: 429 }, true],
    [{ kind: 'refused', status: 409, code: 'busy' }, true],
    [{ kind: 'refused', status: 409, code: 'stale' }, false],
    [{ kind: 'refused', status: 400, code: 'invalid' }, false],
    [{ kind: 'forbidden', status: 403 }, false],
    [{ kind: 'refused', status: 404 }, false],
  ])('the outbox decides whether %o may succeed on another attempt', (failure, passing) => {
    expect(isTemporaryFailure({ message: '', ...failure })).toBe(passing);
  });

  it('the outbox keeps a refused item with its message and the current row, and retries a failed one later', () => {
    const kept = itemAfterFailure(
      item(1),
      {
        kind: 'refused',
        status: 409,
        code: 'stale',
        message: '有冲突',
        errors: [{ field: 'flowBefore', message: '已由王工填写' }],
        current: { id: 1, flowBefore: '0.2' },
      },
      1000,
    );
    expect(kept.refused).toEqual({
      message: '已由王工填写',
      code: 'stale',
      errors: [{ field: 'flowBefore', message: '已由王工填写' }],
      current: { id: 1, flowBefore: '0.2' },
    });
    expect(itemAfterFailure(item(1, { tries: 1 }), { kind: 'noAnswer', message: '' }, 1000)).toMatchObject({
      tries: 2,
      nextAt: 5000,
      refused: null,
      id: 'c1',
    });
  });

  it('the outbox sends an item again with the same key, so that 0 rows are doubled, and a changed one with another key (FT4)', () => {
    const held = item(1, { refused, tries: 4, nextAt: 99 });
    expect(itemToResend(held)).toMatchObject({ id: 'c1', refused: null, tries: 0, nextAt: 0 });
    expect(itemToResend(held, { id: 1 }, 'new')).toMatchObject({ id: 'new', body: { id: 1 } });
  });

  it('the outbox asks about a row that another person changed: apply all own values, or only those in fields that the other did not change', () => {
    const body = { id: 4, values: { flow: '0.2', place: '喷漆房' }, base: { flow: '0.1', place: '打磨房' } };
    const stale = (values: object, current: Record<string, unknown> | null = { flow: '0.3' }) =>
      conflictOf(
        item(4, {
          body: { ...body, values },
          refused: { message: '已改', code: 'stale', errors: [{ field: 'flow', message: '' }], current },
        }),
      );
    const found = stale(body.values);
    expect(found && withOwnValues(found)).toEqual({ ...body, base: { flow: '0.3', place: null } });
    expect(found && withOtherValues(found)).toEqual({ ...body, values: { place: '喷漆房' } });
    const only = stale({ flow: '0.2' }, null);
    expect(only && withOtherValues(only)).toBeNull();
    expect(only && withOwnValues(only)).toEqual({ ...body, values: { flow: '0.2' } });
    // Nothing to decide: another refusal, a body without values, a request that is only waiting.
    for (const changes of [{ body, refused }, { body: { ids: [4] }, refused: { ...refused, code: 'stale' } }, { body }])
      expect(conflictOf(item(4, changes))).toBeNull();
  });

  it('the outbox counts an item as arrived if the server already has its client id', () => {
    expect(
      isAlreadySaved({
        kind: 'refused',
        status: 409,
        code: 'duplicate',
        message: '',
        errors: [{ field: 'clientId', message: '' }],
      }),
    ).toBe(true);
    expect(
      isAlreadySaved({
        kind: 'refused',
        status: 409,
        code: 'duplicate',
        message: '',
        errors: [{ field: 'sampleNo', message: '' }],
      }),
    ).toBe(false);
  });

  it('the outbox puts the ids of uploaded files into the item’s body', () => {
    const file = { field: 'signature', name: '签名.png', fileClass: 'image' as const, blob: new Blob(), fileId: 'f-1' };
    expect(bodyWithFiles(item(1, { body: { companionName: '李' }, files: [file] }))).toEqual({
      companionName: '李',
      signature: 'f-1',
    });
    expect(bodyWithFiles(item(1, { body: [1, 2] }))).toEqual([1, 2]);
  });
});

const sample = (id: number, changes: Partial<SampleRow> = {}): SampleRow =>
  ({
    id,
    sampleNo: `P-B1-01${String(id).padStart(2, '0')}`,
    sampleKind: 'sample',
    state: 'planned',
    siteNo: '01',
    samplingDay: 1,
    plannedFlow: '0.1',
    plannedMinutes: 15,
    startTime: null,
    endTime: null,
    flowBefore: null,
    flowAfter: null,
    temperature: null,
    pressure: null,
    ...changes,
  }) as SampleRow;
const weather = {
  id: 9,
  samplingDay: 1,
  measuredAt: '2026-11-21 09:00:00',
  temperature: '25',
  pressure: '101.3',
  place: '车间',
} as WeatherRow;
const data = (changes: Partial<SiteData> = {}): SiteData => ({
  at: '',
  project: { id: 5, code: 'P', projectName: '', stage: 'sampling', unitName: '' },
  team: [],
  tools: [],
  days: [],
  samples: [sample(1), sample(2)],
  weather: [weather],
  companions: [],
  media: [],
  films: [],
  ...changes,
});
const record = (seq: number, id: number, values: object, more: Partial<OutboxItem> = {}) =>
  item(seq, { body: { id, values }, group: `sample/${id}`, ...more });
const whole = { startTime: '2026-11-21 09:00:00', endTime: '2026-11-21 09:15:00', flowBefore: '0.1', flowAfter: '0.1' };

describe('data of a sampling site with unsent items', () => {
  it('the sampling site page shows the server’s data with the unsent items applied', () => {
    const shown = withUnsentItems(data(), [
      record(1, 1, { startTime: whole.startTime, flowBefore: '0.1' }),
      record(2, 1, { endTime: whole.endTime, flowAfter: '0.1' }),
    ]);
    expect(shown.samples[0]).toMatchObject({
      state: 'collected',
      temperature: '25',
      pressure: '101.3',
      volume: '1.5',
      pending: { seq: 2 },
    });
    expect(shown.samples[1]?.pending).toBeUndefined();
    expect(progressOf(shown.samples)).toEqual({ done: 1, total: 2 });
  });

  it('a sample without weather stays open on the sampling site page; of several unsent items the refused one is shown', () => {
    const shown = withUnsentItems(data({ weather: [] }), [
      record(1, 1, whole, { refused }),
      record(2, 1, { remark: 'x' }),
    ]);
    expect(shown.samples[0]).toMatchObject({ state: 'planned', pending: { seq: 1 } });
  });

  it('the sampling site page does not count a voided sample as taken, and counts a running one', () => {
    const shown = withUnsentItems(data(), [
      item(1, { url: 'api/sample/void', body: { rows: [{ id: 1, version: 1 }], reason: siteTexts.tooLong } }),
      record(2, 2, { startTime: whole.startTime }),
    ]);
    expect(shown.samples.map(({ state }) => state)).toEqual(['voided', 'planned']);
    expect(progressOf(shown.samples)).toEqual({ done: 0, total: 1 });
    expect(shown.samples.map(isSamplingRunning)).toEqual([false, true]);
  });

  it('the sampling site page shows unsent new rows without a number, and hides rows whose deletion is unsent', () => {
    const gone = [7, 8].map((id) => ({ id, companionName: '甲' }) as CompanionRow);
    const shown = withUnsentItems(data({ companions: gone }), [
      item(1, { url: 'api/companion/add', body: { companionName: '乙' } }),
      item(2, { url: 'api/companion/delete', method: 'DELETE', body: [7] }),
      item(3, { url: 'api/companion/delete', method: 'DELETE', body: [{ id: 8, version: 1 }] }),
    ]);
    expect(shown.companions.map(({ id, companionName }) => [id, companionName])).toEqual([[-1, '乙']]);
  });

  it('the sampling site page names the sampling persons of an unsent day', () => {
    const day = {
      id: 3,
      sampledOn: '2026-11-21',
      collectors: [1],
      collectorsName: ['周工'],
      production: '正常',
    } as DayRow;
    const team = [
      { id: 1, name: '周工' },
      { id: 2, name: '林工' },
    ];
    const shown = withUnsentItems(data({ days: [day], team }), [
      item(1, { url: 'api/samplingDay/edit', body: { id: 3, version: 1, collectors: [1, 2], production: '停产一半' } }),
    ]);
    expect(shown.days[0]).toMatchObject({
      collectorsName: ['周工', '林工'],
      production: '停产一半',
      sampledOn: '2026-11-21',
      pending: { seq: 1 },
    });
  });

  it('the sampling site page prefers a sample’s typed weather to the nearest reading', () => {
    expect(airOf(sample(1, { startTime: whole.startTime, temperature: '20' }), [weather])).toMatchObject({
      temperature: '20',
      pressure: '101.3',
    });
    expect(airOf(sample(1), [weather])).toMatchObject({ temperature: null, from: undefined });
  });

  it('the samples on the sampling site page are sorted by point and number, field blanks last', () => {
    const rows = [
      sample(1, { sampleKind: 'blank', siteNo: null, sampleNo: 'P-B1-K1' }),
      sample(10),
      sample(2),
      sample(3, { siteNo: '02', sampleNo: 'P-B1-0203' }),
    ];
    expect(inOrder(rows).map(({ id }) => id)).toEqual([2, 10, 3, 1]);
  });
});

describe('sample labels', () => {
  const sheet = labelSizes.find(({ key }) => key === 'sheet');
  const machine = labelSizes.find(({ key }) => key === 'small');
  it.each([
    [0, 0],
    [1, 1],
    [24, 1],
    [25, 2],
    [40, 2],
    [49, 3],
  ])('the label sheets of %i sample labels number %i, and no label is lost', (count, sheets) => {
    const pages = pagesOf(
      Array.from({ length: count }, (_, index) => index),
      sheet as NonNullable<typeof sheet>,
    );
    expect(pages).toHaveLength(sheets);
    expect(pages.flat().filter((one) => one !== null)).toHaveLength(count);
  });

  it('the sample labels begin after the used places of a sheet, and fill one page each on a label printer', () => {
    expect(
      pagesOf([1, 2], sheet as NonNullable<typeof sheet>, 23).map((page) => page.filter((one) => one !== null)),
    ).toEqual([[1], [2]]);
    expect(pagesOf([1, 2, 3], machine as NonNullable<typeof machine>, 5)).toEqual([[1], [2], [3]]);
  });

  it('the sample labels fit on their paper', () => {
    for (const { page, label, columns, rows } of labelSizes)
      expect([label.width * columns <= page.width, label.height * rows <= page.height]).toEqual([true, true]);
  });
});
