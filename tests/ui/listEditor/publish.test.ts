import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { publishActions } from '@/listEditor/actions/publishActions';
import type { Action } from '@/listEditor/page';
import type { AnyRow } from '@contract/entity';
import { industryNews } from '@contract/features/publicity/entities/industryNews';
import { publicityStatus, publicityTexts } from '@contract/features/publicity/publicityWire';
import { freshBrowser, heardFeedback } from '../../support/browserState';

const [publish, withdraw, open] = publishActions(industryNews, { label: '发布', publicPath: '/news' }) as [
  Action,
  Action,
  Action,
];
const row = (id: number, status: string): AnyRow => ({ id, version: 3, status }) as unknown as AnyRow;
const draft = row(1, publicityStatus.draft);
const shown = row(2, publicityStatus.published);
const named = [
  { id: 1, version: 3 },
  { id: 2, version: 3 },
];

let heard: ReturnType<typeof heardFeedback>;
let order: string[];
const run = async (action: Action, rows: readonly AnyRow[]): Promise<void> => {
  const editor = {
    calls: {},
    clearSelection: () => void order.push('clear'),
    refresh: async () => void order.push('refresh'),
    openForm: async () => undefined,
  };
  await action.run({ rows, ids: rows.map(({ id }) => id), editor, open: () => undefined } as never);
};

beforeEach(() => {
  freshBrowser();
  heard = heardFeedback();
  order = [];
});
afterEach(() => vi.restoreAllMocks());

describe('publishing from a list', () => {
  it('a list can publish rows that are not public and withdraw rows that are; neither button is enabled without rows', () => {
    const enabled = (rows: readonly AnyRow[]) => [publish, withdraw].map((action) => action.enabled?.(rows));
    expect([[], [draft], [shown], [draft, shown]].map(enabled)).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect([draft, shown].map((one) => open.enabled?.([one]))).toEqual([false, true]);
    expect(open.enabled?.([])).toBe(false);
  });

  it('publishing from a list asks with the number of rows, sends the versions that the person saw, and reloads the list', async () => {
    const put = vi.spyOn(client, 'put').mockResolvedValue({ data: {} });
    const { confirm } = publish;
    expect(typeof confirm === 'function' && confirm([draft, shown])).toBe(
      '发布后任何人都可以查看，确定发布选中的2条数据吗？',
    );
    await run(publish, [draft, shown]);
    expect(put.mock.calls).toEqual([[`${industryNews.path}/publish`, { rows: named }]]);
    expect(heard.notices.map(([, said]) => said)).toEqual([publicityTexts.published(2)]);
    expect(order).toEqual(['clear', 'refresh']);
  });

  it('withdrawing from a list asks for a reason and sends nothing without one', async () => {
    const put = vi.spyOn(client, 'put').mockResolvedValue({ data: {} });
    const asked = vi.spyOn(feedback, 'prompt').mockResolvedValueOnce(null).mockResolvedValueOnce('有误');
    await run(withdraw, [draft, shown]);
    expect([put.mock.calls, order]).toEqual([[], []]);
    await run(withdraw, [draft, shown]);
    expect(put.mock.calls).toEqual([[`${industryNews.path}/withdraw`, { rows: named, reason: '有误' }]]);
    expect(order).toEqual(['clear', 'refresh']);
    const check = asked.mock.calls[0]?.[1]?.check;
    expect([check?.('  '), check?.('有误')]).toEqual([publicityTexts.noReason, null]);
    expect(heard.notices.map(([, said]) => said)).toEqual([publicityTexts.withdrawn]);
  });

  it('the list of published rows opens a row’s public page in a window of its own', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await run(open, [shown]);
    expect(opened.mock.calls).toEqual([['/news?id=2', '_blank', 'noopener']]);
  });
});
