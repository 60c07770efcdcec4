import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import type { OutboxItem } from '@/outbox/outboxRules';
import { useSession } from '@/session/sessionStore';
import { memoryIndexedDb } from '../support/memoryIndexedDb';

vi.stubGlobal('indexedDB', memoryIndexedDb().indexedDB);
const { addItem } = await import('@/outbox/outboxDatabase');
const { runOutbox } = await import('@/outbox/runOutbox');
const { loadSite, reloadSite, useSites } = await import('@/features/fieldwork/site/siteStore');
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const project = 5;
const row = (state: string) => ({ id: 1, state });
const site = (state: string) => ({ samples: [row(state)], days: [], weather: [], companions: [], media: [] });
const shown = () => useSites.getState().sites[project]?.data?.samples[0]?.state;

/** Answers of the server to be given by the test, one for each time the site is asked for. */
let answers: ((state: string) => void)[];
beforeEach(() => {
  answers = [];
  useSites.setState({ sites: {} });
  useSession.setState({ user: { id: 1 } as never });
  vi.spyOn(client, 'get').mockImplementation(
    () => new Promise((resolve) => answers.push((state) => resolve({ data: site(state) } as never))) as never,
  );
});

const record: Omit<OutboxItem, 'seq'> = {
  id: 'c1',
  userId: 1,
  userName: '陈工',
  project,
  method: 'PUT',
  url: 'api/sample/record',
  body: { id: 1 },
  files: [],
  title: '记录',
  group: 'sample/1',
  at: 0,
  tries: 0,
  nextAt: 0,
  refused: null,
};

it('a late answer about a sampling site does not undo a sample recorded after its request', async () => {
  const first = loadSite(project);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.('planned');
  await first;
  const second = loadSite(project);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  vi.spyOn(client, 'request').mockResolvedValue({ data: { body: row('collected') } } as never);
  await addItem(record);
  await runOutbox(true);
  expect(shown()).toBe('collected');
  answers[1]?.('planned');
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  expect(shown()).toBe('collected');
  answers[2]?.('collected');
  await second;
  expect(shown()).toBe('collected');
});

it('a reload of a sampling site during loading requests it once more and shows the newer answer', async () => {
  const loading = loadSite(project);
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const again = reloadSite(project);
  answers[0]?.('planned');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('collected');
  await Promise.all([loading, again]);
  expect(shown()).toBe('collected');
});
