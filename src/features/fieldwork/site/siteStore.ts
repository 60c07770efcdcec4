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

const siteStateOf = (project: number): SiteState => useSites.getState().sites[project] ?? emptySiteState;

const changeSite = (project: number, changes: Partial<SiteState>): void =>
  useSites.setState(({ sites }) => ({
    sites: { ...sites, [project]: { ...(sites[project] ?? emptySiteState), ...changes } },
  }));

const keyOf = (project: number): string => `site/${project}`;

/** Timeout in ms. Longer silence counts as no network. */
const timeoutMs = 20_000;

/**
 * Number of changes by project since the page was loaded. An answer to a request from before the last change is older
 * than the displayed data.
 */
const changeCounts = new Map<number, number>();
const changeCountOf = (project: number): number => changeCounts.get(project) ?? 0;
const countChange = (project: number): unknown => changeCounts.set(project, changeCountOf(project) + 1);

/** Returns the server's data, requested after the last change. */
async function currentSite(project: number): Promise<SiteData> {
  for (;;) {
    const changesBefore = changeCountOf(project);
    const { data } = await client.get<SiteData>(`api/sample/site/${project}`, {
      quiet: true,
      background: true,
      timeout: timeoutMs,
    });
    if (changeCountOf(project) === changesBefore) return data;
  }
}

/** Loads a site. Shows the stored copy until the server answers, or if it does not. */
export async function loadSite(project: number): Promise<void> {
  if (siteStateOf(project).loading) return;
  changeSite(project, { loading: true });
  if (!siteStateOf(project).data) {
    const storedSite = await storedAnswer<SiteData>(keyOf(project));
    if (storedSite && !siteStateOf(project).data)
      changeSite(project, { data: storedSite.value, answeredAt: storedSite.at, isStoredCopy: true });
    if (storedSite) await addMissingVersions(storedSite.value.samples);
  }
  try {
    const data = await currentSite(project);
    changeSite(project, { data, answeredAt: Date.now(), isStoredCopy: false, failure: null });
    await storeAnswer(keyOf(project), data);
  } catch (error) {
    changeSite(project, { failure: failureOf(error), isStoredCopy: siteStateOf(project).data !== null });
  } finally {
    changeSite(project, { loading: false });
  }
}

/** Loads a site after a change. If it is being loaded already, requests it once more. */
export function reloadSite(project: number): Promise<void> {
  countChange(project);
  return loadSite(project);
}

const upsertRow = <R extends { readonly id: number }>(rows: readonly R[], row: R): R[] =>
  rows.some(({ id }) => id === row.id)
    ? rows.map((existingRow) => (existingRow.id === row.id ? row : existingRow))
    : [...rows, row];

/** Applies the server's answer to a write to the shown data. */
function applyAnswer(data: SiteData, { url, body }: OutboxItem, answer: unknown): SiteData {
  if (url === 'api/sample/record') return { ...data, samples: upsertRow(data.samples, answer as SampleRow) };
  if (url === 'api/sample/void') {
    const { voided, added } = answer as { readonly voided: readonly SampleRow[]; readonly added: readonly SampleRow[] };
    return { ...data, samples: [...voided, ...added].reduce<SampleRow[]>(upsertRow, [...data.samples]) };
  }
  if (url === 'api/samplingDay/add' || url === 'api/samplingDay/edit')
    return { ...data, days: upsertRow(data.days, answer as DayRow) };
  if (url === 'api/siteWeather/add') return { ...data, weather: upsertRow(data.weather, answer as WeatherRow) };
  if (url === 'api/companion/add') return { ...data, companions: upsertRow(data.companions, answer as CompanionRow) };
  if (url === 'api/siteMedia/add') return { ...data, media: upsertRow(data.media, answer as MediaRow) };
  const removedIds = Array.isArray(body) && url.endsWith('/delete') ? new Set(deletedIds(body)) : null;
  if (!removedIds) return data;
  const withoutRemovedRows = <R extends { readonly id: number }>(rows: readonly R[]): R[] =>
    rows.filter(({ id }) => !removedIds.has(id));
  if (url === 'api/samplingDay/delete')
    return {
      ...data,
      days: withoutRemovedRows(data.days),
      samples: data.samples.filter(({ samplingDay }) => samplingDay === null || !removedIds.has(samplingDay)),
    };
  if (url === 'api/siteWeather/delete') return { ...data, weather: withoutRemovedRows(data.weather) };
  if (url === 'api/companion/delete') return { ...data, companions: withoutRemovedRows(data.companions) };
  return url === 'api/siteMedia/delete' ? { ...data, media: withoutRemovedRows(data.media) } : data;
}

/** Paths of writes that change more rows than the one in their answer. */
const urlsChangingOtherRows = new Set(['api/samplingDay/add', 'api/siteWeather/add', 'api/siteMedia/add']);

onArrival(async (item, answer) => {
  countChange(item.project);
  const { data } = siteStateOf(item.project);
  if (data && (answer || item.url.endsWith('/delete'))) {
    const newData = applyAnswer(data, item, answer);
    changeSite(item.project, { data: newData });
    void storeAnswer(keyOf(item.project), newData);
  }
  if (data && (urlsChangingOtherRows.has(item.url) || !answer)) void reloadSite(item.project);
  if (answer && item.url === 'api/sample/record') await raiseQueuedVersion(answer as SampleRow);
});

onSessionEnd(() => useSites.setState({ sites: {} }));
