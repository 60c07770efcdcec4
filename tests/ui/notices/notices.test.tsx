import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import MyNewsPage from '@/pages/notify/myNews/page';
import {
  loadNotices,
  readNotice,
  startNotices,
  stopNotices,
  unreadOf,
  useNotices,
} from '@/session/notices/noticeStore';
import { clearSession, useSession } from '@/session/sessionStore';
import { NoticeBell } from '@/shell/top/NoticeBell';
import { noticePollInterval, noticeRefreshInterval, reconnectDelay } from '@contract/constants';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { announcementSendTable, announcementTable } from '@server/db/schema';
import { apiServer } from '../../support/apiServer';
import { heardFeedback } from '../../support/browserState';
import { measured } from '../../support/measured';
import { button, click } from '../../support/renderList';
import { renderPage } from '../../support/renderPage';

const api = apiServer();
let token: string;
let me: number;

async function sent(titile: string, more: Record<string, unknown> = {}): Promise<{ annt: number; copy: number }> {
  const { orm } = api.server.database;
  const [annt] = await orm
    .insert(announcementTable)
    .values({
      titile,
      msgCategory: '1',
      priority: '0',
      sendStatus: '1',
      sendTime: new Date(),
      senderName: '孟庆岚',
      msgAbstract: '摘要',
      msgContent: '<p>正文<strong>要点</strong></p>',
      ...more,
    } as never)
    .returning({ id: announcementTable.id });
  const [copy] = await orm
    .insert(announcementSendTable)
    .values({ anntId: annt?.id ?? 0, userId: me, readFlag: '0', sendStatus: '1' } as never)
    .returning({ id: announcementSendTable.id });
  return { annt: annt?.id ?? 0, copy: copy?.id ?? 0 };
}
const stored = async (id: number) =>
  (await api.server.database.orm.select().from(announcementSendTable).where(eq(announcementSendTable.id, id)))[0];

beforeAll(async () => {
  const { rows, login } = api.server;
  me = await rows.user({ userName: 'reader', organizationId: await rows.organization() });
  token = await login('reader');
});
afterEach(async () => {
  stopNotices();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await api.server.database.orm.delete(announcementSendTable);
});

/** A connection without a server that never calls back. */
class Silent extends EventTarget {
  static made: Silent[] = [];
  constructor() {
    super();
    Silent.made.push(this);
  }
  close(): void {}
}
const withoutLine = (): void => {
  Silent.made = [];
  vi.stubGlobal('WebSocket', Silent);
};

describe('notice bell', () => {
  it('the notice bell counts unread notices, opens its dialog, and marks an opened notice as read', async () => {
    withoutLine();
    const [first] = [await sent('关于设备检定的通知'), await sent('系统升级提示', { msgCategory: '2', priority: '2' })];
    await renderPage(<NoticeBell />, { token });
    const bell = await screen.findByRole('button', { name: `${noticeTexts.bell}，2条未读` });
    click(bell);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('tab', { name: noticeTexts.unread(2) })).toBeInTheDocument();
    expect(await within(dialog).findByText('共2条')).toBeInTheDocument();
    click(await within(dialog).findByRole('button', { name: '关于设备检定的通知' }));
    const detail = await screen.findByRole('article');
    expect(detail).toHaveTextContent('孟庆岚');
    expect(detail).toHaveTextContent('摘要');
    expect(within(detail).getByText('要点').tagName).toBe('STRONG');
    await waitFor(async () => expect(await stored(first.copy)).toMatchObject({ readFlag: '1', updateBy: me }));
    await screen.findByRole('button', { name: `${noticeTexts.bell}，1条未读`, hidden: true });
    click(button('返回列表'));
    await waitFor(() => expect(screen.getByRole('tab', { name: noticeTexts.unread(1) })).toBeVisible());
  });
});

describe('link from the notice dialog to 我的消息', () => {
  it('the link from the notice dialog leads to 我的消息 after the dialog has closed', async () => {
    withoutLine();
    await sent('一条通知');
    const { router } = await renderPage(<NoticeBell />, { token, path: '/dashboard' });
    const page = { path: '/notify/myNews', title: '我的消息', query: [], affix: false, noCache: false };
    const { routeTable } = useSession.getState();
    act(() =>
      useSession.setState({
        routeTable: { ...routeTable, pages: new Map([['/notify/myNews', page]]), redirects: new Map() } as never,
      }),
    );
    click(await screen.findByRole('button', { name: `${noticeTexts.bell}，1条未读` }));
    click(await screen.findByRole('button', { name: noticeTexts.seeAll }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/notify/myNews'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('reading a notice', () => {
  it('the number of unread notices is that of the last request, whichever answer arrives last', async () => {
    await renderPage(<p />, { token });
    let letGo = (): void => undefined;
    const slow = new Promise<void>((resolve) => (letGo = resolve));
    const counts = [2, 1];
    api.intercept(
      http.get('*/api/ohitAnnouncement/listByUser', async () => {
        const anntMsgTotal = counts.shift() ?? 0;
        if (anntMsgTotal === 2) await slow;
        return HttpResponse.json({
          code: '200',
          message: '',
          body: { anntMsgList: [], anntMsgTotal, sysMsgList: [], sysMsgTotal: 0 },
        });
      }),
    );
    const before = loadNotices();
    await waitFor(() => expect(counts).toHaveLength(1));
    await act(() => loadNotices());
    expect(unreadOf(useNotices.getState())).toBe(1);
    letGo();
    await act(() => before);
    expect(unreadOf(useNotices.getState())).toBe(1);
  });

  it('opening a notice marks it as read even if the lists cannot be loaded', async () => {
    const { copy } = await sent('列表失败');
    await renderPage(<p />, { token });
    api.intercept(
      http.get('*/api/ohitAnnouncement/listByUser', () =>
        HttpResponse.json({ status: 503, code: 'unavailable', message: '稍后' }, { status: 503 }),
      ),
    );
    await act(() => readNotice({ id: copy, readFlag: '0' }, me));
    expect(await stored(copy)).toMatchObject({ readFlag: '1', updateBy: me });
    expect(useNotices.getState().failed).toBe(true);
  });

  it('opening a notice reloads lists and counts even if marking it as read failed', async () => {
    const { copy } = await sent('标记失败');
    await renderPage(<p />, { token });
    heardFeedback();
    api.intercept(
      http.put('*/api/ohitAnnouncementSend/edit', () =>
        HttpResponse.json({ status: 500, code: 'internal', message: '故障' }, { status: 500 }),
      ),
    );
    const { round } = useNotices.getState();
    await act(() => readNotice({ id: copy, readFlag: '0' }, me));
    expect(useNotices.getState().round).toBe(round + 1);
    expect(unreadOf(useNotices.getState())).toBe(1);
  });
});

describe('notice timer', () => {
  const asks = () => {
    const heard = { count: 0, fails: false };
    api.intercept(
      http.get('*/api/ohitAnnouncement/listByUser', () => {
        heard.count += 1;
        if (heard.fails)
          return HttpResponse.json({ status: 503, code: 'unavailable', message: '稍后' }, { status: 503 });
        return HttpResponse.json({
          code: '200',
          message: '',
          body: { anntMsgList: [], anntMsgTotal: 0, sysMsgList: [], sysMsgTotal: 0 },
        });
      }),
    );
    return heard;
  };
  const settle = async (heard: { count: number }, count: number) => {
    await vi.waitFor(() => expect(heard.count).toBe(count), { timeout: 30_000 });
    await vi.waitFor(() => expect(useNotices.getState().summary !== null || useNotices.getState().failed).toBe(true), {
      timeout: 30_000,
    });
    await act(async () => void (await new Promise((resolve) => setImmediate(resolve))));
  };

  it('the notice timer reloads at intervals, stops after a failure and continues after a success', async () => {
    withoutLine();
    await renderPage(<p />, { token });
    const heard = asks();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    act(() => startNotices(me));
    await settle(heard, 1);
    vi.advanceTimersByTime(noticeRefreshInterval);
    await settle(heard, 2);
    heard.fails = true;
    vi.advanceTimersByTime(noticeRefreshInterval);
    await vi.waitFor(() => expect(useNotices.getState().failed).toBe(true), { timeout: 30_000 });
    vi.advanceTimersByTime(5 * noticeRefreshInterval);
    await settle(heard, 3);
    heard.fails = false;
    await act(() => loadNotices());
    vi.advanceTimersByTime(noticeRefreshInterval);
    await settle(heard, 5);
  });

  it('the notice timer reloads 1 time at each reconnection of the websocket, not at its first connection (FT8)', async () => {
    withoutLine();
    await renderPage(<p />, { token });
    const heard = asks();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    act(() => startNotices(me));
    const opens = () => Silent.made.at(-1)?.dispatchEvent(new Event('open'));
    const returns = 3;
    opens();
    for (let back = 0; back < returns; back += 1) {
      Silent.made.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 1001 }));
      vi.advanceTimersByTime(reconnectDelay);
      opens();
    }
    vi.useRealTimers();
    await vi.waitFor(() => expect(heard.count).toBe(1 + returns), { timeout: 30_000 });
    stopNotices();
    measured(`重连 ${returns} 次，未读数立即更新 ${heard.count - 1} 次`);
  });

  it('the notice timer runs faster after the websocket has given up', async () => {
    withoutLine();
    await renderPage(<p />, { token });
    const heard = asks();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    act(() => startNotices(me));
    for (let error = 0; error < 6; error += 1) {
      Silent.made.at(-1)?.dispatchEvent(new Event('error'));
      Silent.made.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 1006 }));
      vi.advanceTimersByTime(reconnectDelay);
    }
    expect(Silent.made).toHaveLength(6);
    vi.useRealTimers();
    await vi.waitFor(() => expect(heard.count).toBe(2), { timeout: 30_000 });
    stopNotices();
    expect(noticePollInterval).toBeLessThan(noticeRefreshInterval);
  });

  it('the notice timer ends with the session, and none of the person’s notices stay in memory', async () => {
    withoutLine();
    await sent('私事');
    await renderPage(<p />, { token });
    act(() => startNotices(me));
    await waitFor(() => expect(unreadOf(useNotices.getState())).toBe(1));
    act(() => void clearSession());
    expect(useNotices.getState().summary).toBeNull();
    Silent.made.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 1006 }));
    expect(Silent.made).toHaveLength(1);
  });
});

describe('我的消息 page', () => {
  it('the page 我的消息 lists, searches and reads all notices of the person', async () => {
    await sent('关于流量校准的通知');
    await sent('关于样品冷藏的通知');
    const { notices } = await (async () => {
      await renderPage(<MyNewsPage />, { token, path: '/notify/myNews' });
      return heardFeedback();
    })();
    await screen.findByRole('button', { name: '关于流量校准的通知' });
    fireEvent.change(screen.getByRole('textbox', { name: '关键字' }), { target: { value: '冷藏' } });
    click(button('查询'));
    await waitFor(() => expect(screen.queryByRole('button', { name: '关于流量校准的通知' })).toBeNull());
    expect(screen.getByRole('button', { name: '关于样品冷藏的通知' })).toBeInTheDocument();
    await act(() => loadNotices());
    click(button(noticeTexts.readAll));
    await waitFor(() => expect(notices.map(([kind]) => kind)).toContain('success'));
    expect(
      (await api.server.database.orm.select().from(announcementSendTable)).map(({ readFlag }) => readFlag),
    ).toEqual(['1', '1']);
  });

  it('the page 我的消息 opens the notice named by a link, and says if the notice belongs to somebody else', async () => {
    const { copy } = await sent('链接到的通知');
    const { router } = await renderPage(<MyNewsPage />, { token, path: `/notify/myNews?id=${copy}` });
    expect(await screen.findByRole('article')).toHaveTextContent('链接到的通知');
    expect(router.state.location.search).toBe('');
    await waitFor(async () => expect((await stored(copy))?.readFlag).toBe('1'));
    expect(useSession.getState().user?.id).toBe(me);
  });
});
