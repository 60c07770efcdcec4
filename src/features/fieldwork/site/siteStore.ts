import { create } from 'zustand';
import { type Failure, failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import type { OutboxItem } from '@/outbox/outboxRules';
import { onArrival } from '@/outbox/runOutbox';
import { storeAnswer, storedAnswer } from '@/outbox/storedAnswers';
import { onSessionEnd } from '@/session/sessionStore';
import type {
  CompanionRow,
  DayRow,
  MediaRow,
  SampleRow,
  SiteData,
  WeatherRow,
} from '@contract/features/fieldwork/samples/siteData';
import { deletedIds } from './deletedIds';
import { raiseQueuedVersion, addMissingVersions } from './queuedVoidings';

export interface SiteState {
  readonly data: SiteData | null;
  /** Time of the server's answer in ms. */
  readonly answeredAt: number | null;
  /** True if the displayed data are a stored copy, because the server can't be reached. */
  readonly isStoredCopy: boolean;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

const emptySiteState: SiteState = { data: null, answeredAt: null, isStoredCopy: false, loading: false, failure: null };

/** The server's last data by project, with the writes that have arrived since. */
export const useSites = create<{ readonly sites: Readonly<Record<number, SiteState>> }>()(() => ({ sites: {} }));

const siteStateOf = (projectId: number): SiteState => useSites.getState().sites[projectId] ?? emptySiteState;

const changeSite = (projectId: number, changes: Partial<SiteState>): void =>
  useSites.setState(({ sites }) => ({
    sites: { ...sites, [projectId]: { ...(sites[projectId] ?? emptySiteState), ...changes } },
  }));

const keyOf = (projectId: number): string => `site/${projectId}`;

/** Timeout in ms. Longer silence counts as no network. */
const timeoutMs = 20_000;

/**
 * Number of changes by project since the page was loaded. An answer to a request from before the last change is older
 * than the displayed data.
 */
const changeCounts = new Map<number, number>();
const changeCountOf = (projectId: number): number => changeCounts.get(projectId) ?? 0;
const countChange = (projectId: number): unknown => changeCounts.set(projectId, changeCountOf(projectId) + 1);

/** Returns the server's data, requested after the last change. */
async function currentSite(projectId: number): Promise<SiteData> {
  for (;;) {
    const changesBefore = changeCountOf(projectId);
    const { data } = await client.get<SiteData>(`api/sample/site/${projectId}`, {
      quiet: true,
      background: true,
      timeout: timeoutMs,
    });
    if (changeCountOf(projectId) === changesBefore) return data;
  }
}

/** Loads a site. Shows the stored copy until the server answers, or if it does not. */
export async function loadSite(projectId: number): Promise<void> {
  if (siteStateOf(projectId).loading) return;
  changeSite(projectId, { loading: true });
  if (!siteStateOf(projectId).data) {
    const storedSite = await storedAnswer<SiteData>(keyOf(projectId));
    if (storedSite && !siteStateOf(projectId).data)
      changeSite(projectId, { data: storedSite.value, answeredAt: storedSite.at, isStoredCopy: true });
    if (storedSite) await addMissingVersions(storedSite.value.samples);
  }
  try {
    const siteData = await currentSite(projectId);
    changeSite(projectId, { data: siteData, answeredAt: Date.now(), isStoredCopy: false, failure: null });
    await storeAnswer(keyOf(projectId), siteData);
  } catch (error) {
    changeSite(projectId, { failure: failureOf(error), isStoredCopy: siteStateOf(projectId).data !== null });
  } finally {
    changeSite(projectId, { loading: false });
  }
}

/** Loads a site after a change. If it is being loaded already, requests it once more. */
export function reloadSite(projectId: number): Promise<void> {
  countChange(projectId);
  return loadSite(projectId);
}

const upsertRow = <R extends { readonly id: number }>(rows: readonly R[], row: R): R[] =>
  rows.some(({ id }) => id === row.id)
    ? rows.map((existingRow) => (existingRow.id === row.id ? row : existingRow))
    : [...rows, row];

/** Applies the server's answer to a write to the shown data. */
function applyAnswer(siteData: SiteData, { url, body }: OutboxItem, answer: unknown): SiteData {
  if (url === 'api/sample/record') return { ...siteData, samples: upsertRow(siteData.samples, answer as SampleRow) };
  if (url === 'api/sample/void') {
    const { voided, added } = answer as { readonly voided: readonly SampleRow[]; readonly added: readonly SampleRow[] };
    return { ...siteData, samples: [...voided, ...added].reduce<SampleRow[]>(upsertRow, [...siteData.samples]) };
  }
  if (url === 'api/samplingDay/add' || url === 'api/samplingDay/edit')
    return { ...siteData, days: upsertRow(siteData.days, answer as DayRow) };
  if (url === 'api/siteWeather/add') return { ...siteData, weather: upsertRow(siteData.weather, answer as WeatherRow) };
  if (url === 'api/companion/add')
    return { ...siteData, companions: upsertRow(siteData.companions, answer as CompanionRow) };
  if (url === 'api/siteMedia/add') return { ...siteData, media: upsertRow(siteData.media, answer as MediaRow) };
  const removedIds = Array.isArray(body) && url.endsWith('/delete') ? new Set(deletedIds(body)) : null;
  if (!removedIds) return siteData;
  const withoutRemovedRows = <R extends { readonly id: number }>(rows: readonly R[]): R[] =>
    rows.filter(({ id }) => !removedIds.has(id));
  if (url === 'api/samplingDay/delete')
    return {
      ...siteData,
      days: withoutRemovedRows(siteData.days),
      samples: siteData.samples.filter(({ samplingDay }) => samplingDay === null || !removedIds.has(samplingDay)),
    };
  if (url === 'api/siteWeather/delete') return { ...siteData, weather: withoutRemovedRows(siteData.weather) };
  if (url === 'api/companion/delete') return { ...siteData, companions: withoutRemovedRows(siteData.companions) };
  return url === 'api/siteMedia/delete' ? { ...siteData, media: withoutRemovedRows(siteData.media) } : siteData;
}

/** Paths of writes that change more rows than the one in their answer. */
const urlsChangingOtherRows = new Set(['api/samplingDay/add', 'api/siteWeather/add', 'api/siteMedia/add']);

onArrival(async (outboxItem, answer) => {
  countChange(outboxItem.project);
  const { data } = siteStateOf(outboxItem.project);
  if (data && (answer || outboxItem.url.endsWith('/delete'))) {
    const newData = applyAnswer(data, outboxItem, answer);
    changeSite(outboxItem.project, { data: newData });
    void storeAnswer(keyOf(outboxItem.project), newData);
  }
  if (data && (urlsChangingOtherRows.has(outboxItem.url) || !answer)) void reloadSite(outboxItem.project);
  if (answer && outboxItem.url === 'api/sample/record') await raiseQueuedVersion(answer as SampleRow);
});

onSessionEnd(() => useSites.setState({ sites: {} }));
