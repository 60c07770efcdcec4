import { nowText } from '@/lib/dateTexts';
import type { OutboxItem } from '@/outbox/outboxRules';
import { nearestWeather } from '@contract/features/fieldwork/samples/nearestWeather';
import { personChoiceWarnings } from '@contract/features/fieldwork/samples/personChoice';
import type { RecordBody, VoidBody } from '@contract/features/fieldwork/samples/recordFields';
import { samplerCountWarnings } from '@contract/features/fieldwork/samples/samplerCount';
import {
  requiresDurationCheck,
  type Readings,
  sampleReadings,
} from '@contract/features/fieldwork/samples/sampleReadings';
import type {
  CompanionRow,
  DayRow,
  MediaRow,
  SampleRow,
  SiteData,
  WeatherRow,
} from '@contract/features/fieldwork/samples/siteData';
import { siteInstrumentMisfit } from '@contract/features/fieldwork/samples/siteInstrumentFitness';
import {
  overlapWarnings,
  type ShiftTime,
  shiftTimes,
  type SiteWarning,
  timeWarnings,
  simultaneousUseProblem,
} from '@contract/features/fieldwork/samples/siteWarnings';
import type { FieldError } from '@contract/schema';
import { deletedIds } from './deletedIds';
import { voidedIds } from './queuedVoidings';

/** The unsent item of a displayed row; absent if the server has received it. */
interface QueuedRow {
  readonly pending?: OutboxItem;
}

export type ShownSample = SampleRow & QueuedRow;
export type WithUnsentItem<R> = R & QueuedRow;

export interface ShownSite extends Omit<SiteData, 'samples' | 'days' | 'weather' | 'companions' | 'media'> {
  readonly samples: readonly ShownSample[];
  readonly days: readonly WithUnsentItem<DayRow>[];
  readonly weather: readonly WithUnsentItem<WeatherRow>[];
  readonly companions: readonly WithUnsentItem<CompanionRow>[];
  readonly media: readonly WithUnsentItem<MediaRow>[];
}

/** Returns the weather of a sample: typed, else the day's nearest reading. */
export function airOf(
  row: SampleRow,
  weather: readonly WeatherRow[],
): { temperature: string | null; pressure: string | null; from: WeatherRow | undefined } {
  const nearestReading = row.startTime
    ? nearestWeather(
        weather.filter(({ samplingDay }) => samplingDay === row.samplingDay),
        row.startTime,
        row.endTime,
      )
    : undefined;
  const from = !row.temperature || !row.pressure ? nearestReading : undefined;
  return {
    temperature: row.temperature ?? from?.temperature ?? null,
    pressure: row.pressure ?? from?.pressure ?? null,
    from,
  };
}

/**
 * Returns the data that the rules of a sample's readings depend on: its date, whether its sampler keeps the flow, and
 * the longest duration. The duration of a stored sample is checked only if its times change.
 */
export const rulesOf = (
  row: SampleRow,
  { days, tools, rules }: Pick<SiteData, 'days' | 'tools' | 'rules'>,
  storedRow: SampleRow = row,
): Pick<Readings, 'constantFlow' | 'rules'> & { readonly sampledOn: string | null } => ({
  sampledOn: days.find(({ id }) => id === row.samplingDay)?.sampledOn ?? null,
  constantFlow: tools.find(({ id }) => id === row.equipment)?.constantFlow ?? false,
  rules: requiresDurationCheck(storedRow, row) ? rules?.[row.id] : undefined,
});

/** Returns an error if the instrument does not suit the factor, or serves another post or person at the same time. */
export function instrumentFault(
  row: SampleRow,
  storedRow: SampleRow,
  site: Pick<ShownSite, 'samples' | 'elsewhere' | 'tools'>,
): FieldError | null {
  const tool = site.tools.find(({ id }) => id === row.equipment);
  const hasToolChanged = row.equipment !== storedRow.equipment || row.remark !== storedRow.remark;
  const misfit = tool && hasToolChanged ? siteInstrumentMisfit(tool, row) : null;
  if (misfit) return { field: 'equipment', message: misfit };
  const isTouched = hasToolChanged || requiresDurationCheck(storedRow, row) || row.person !== storedRow.person;
  const message = isTouched
    ? simultaneousUseProblem(row, [...site.samples, ...(site.elsewhere ?? [])], tool?.eqpNo ?? '')
    : null;
  return message ? { field: 'equipment', message } : null;
}

/** Returns why the instrument of a sample that starts now can't be used: it still serves another post or person. */
export const problemOfUseNow = (
  row: SampleRow,
  site: Pick<ShownSite, 'samples' | 'elsewhere' | 'tools'>,
): string | null =>
  simultaneousUseProblem(
    { ...row, startTime: nowText(), endTime: null },
    [...site.samples, ...(site.elsewhere ?? [])],
    site.tools.find(({ id }) => id === row.equipment)?.eqpNo ?? '',
  );

const toolNames = ({ tools }: Pick<SiteData, 'tools'>): Map<number, string> =>
  new Map(tools.map(({ id, eqpNo }) => [id, eqpNo]));

/** Returns the samples; a sample without collectors gets the collectors of its day. */
const withCollectors = (samples: readonly SampleRow[], days: readonly DayRow[]): SampleRow[] =>
  samples.map((row) =>
    (row.collectors as readonly number[] | null)?.length
      ? row
      : { ...row, collectors: days.find(({ id }) => id === row.samplingDay)?.collectors ?? [] },
  );

/** Returns the warnings to check before sampling ends (`siteWarnings`). */
export function warningsOf({
  samples,
  days,
  tools,
  team,
  rules,
  elsewhere,
}: Pick<ShownSite, 'samples' | 'days' | 'tools' | 'team' | 'rules' | 'elsewhere'>): SiteWarning[] {
  const names = { tools: toolNames({ tools }), people: new Map(team.map(({ id, name }) => [id, name])) };
  const manned = withCollectors(samples, days);
  return [
    ...samplerCountWarnings(days, manned),
    ...personChoiceWarnings(samples),
    ...timeWarnings(samples, (id) => rules?.[id]),
    ...overlapWarnings(manned, elsewhere ?? [], names),
  ];
}

/** Returns how much of the shift was sampled at a sample's place or person. */
export const shiftTimeOf = (
  id: number,
  { samples, rules }: Pick<ShownSite, 'samples' | 'rules'>,
): ShiftTime | undefined =>
  shiftTimes(samples, (sampleId) => rules?.[sampleId]).find(({ samples: shiftSamples }) =>
    shiftSamples.some((sample) => sample.id === id),
  );

/** Returns a sample with its readings and the values derived as on the server. */
function withReadings(
  row: ShownSample,
  weather: readonly WeatherRow[],
  site: Pick<SiteData, 'days' | 'tools' | 'rules'>,
): ShownSample {
  const { temperature, pressure } = row.sampleKind === 'blank' ? row : airOf(row, weather);
  const fullRow = { ...row, temperature, pressure };
  const { derived, complete } = sampleReadings({ ...fullRow, ...rulesOf(row, site) });
  return { ...fullRow, ...derived, state: row.state === 'planned' && complete ? 'collected' : row.state };
}

const isTo = (item: OutboxItem, url: string): boolean => item.url === url;

// A row without a number from the server gets a negative one, which no server row has.
const placeholderId = (item: OutboxItem): number => -item.seq;

function rowsWithQueued<R>(rows: readonly R[], queue: readonly OutboxItem[], entity: string): WithUnsentItem<R>[] {
  const deletedRowIds = new Set(
    queue.filter((item) => isTo(item, `api/${entity}/delete`) && !item.refused).flatMap(({ body }) => deletedIds(body)),
  );
  const remainingRows = rows.filter((row) => !deletedRowIds.has((row as { id: number }).id)) as WithUnsentItem<R>[];
  const queuedRows = queue
    .filter((item) => isTo(item, `api/${entity}/add`))
    .map(
      (item) => ({ ...(item.body as object), id: placeholderId(item), pending: item }) as unknown as WithUnsentItem<R>,
    );
  return [...remainingRows, ...queuedRows];
}

/** Applies unsent changes to the days, with people's names as on the server. */
function changedDays(siteData: SiteData, queue: readonly OutboxItem[]): WithUnsentItem<DayRow>[] {
  const names = new Map(siteData.team.map(({ id, name }) => [id, name]));
  return rowsWithQueued<DayRow>(siteData.days, queue, 'samplingDay').map((row) => {
    const outboxItem = queue.findLast(
      (queuedItem) => isTo(queuedItem, 'api/samplingDay/edit') && (queuedItem.body as DayRow).id === row.id,
    );
    if (!outboxItem) return row;
    const { collectors, reviewer, production, remark } = outboxItem.body as DayRow;
    return {
      ...row,
      collectors,
      reviewer,
      production,
      remark,
      collectorsName: collectors.map((id) => names.get(id) ?? ''),
      reviewerName: reviewer ? (names.get(reviewer) ?? '') : null,
      pending: outboxItem,
    };
  });
}

/** Applies the unsent items to the server's data. The result is shown to the person, with or without a network. */
export function withUnsentItems(siteData: SiteData, queue: readonly OutboxItem[]): ShownSite {
  const weather = rowsWithQueued<WeatherRow>(siteData.weather, queue, 'siteWeather');
  const samples = new Map<number, ShownSample>(siteData.samples.map((row) => [row.id, row]));
  for (const outboxItem of queue) {
    if (isTo(outboxItem, 'api/sample/record')) {
      const { id, values } = outboxItem.body as RecordBody;
      const row = samples.get(id);
      if (row)
        samples.set(
          id,
          withReadings(
            { ...row, ...values, pending: row.pending?.refused ? row.pending : outboxItem },
            weather,
            siteData,
          ),
        );
    } else if (isTo(outboxItem, 'api/sample/void')) {
      const { reason } = outboxItem.body as VoidBody;
      for (const id of voidedIds(outboxItem)) {
        const row = samples.get(id);
        if (row) samples.set(id, { ...row, state: 'voided', stateReason: reason, pending: outboxItem });
      }
    }
  }
  return {
    ...siteData,
    samples: [...samples.values()],
    days: changedDays(siteData, queue),
    weather,
    companions: rowsWithQueued<CompanionRow>(siteData.companions, queue, 'companion'),
    media: rowsWithQueued<MediaRow>(siteData.media, queue, 'siteMedia'),
  };
}

interface SamplingProgress {
  readonly done: number;
  readonly total: number;
}

/** Progress 已采 n/m, without voided samples. */
export function progressOf(samples: readonly SampleRow[]): SamplingProgress {
  const countedSamples = samples.filter(({ state }) => state !== 'voided');
  return { done: countedSamples.filter(({ state }) => state !== 'planned').length, total: countedSamples.length };
}

/** Checks whether a sample has started and not ended, so that its pump is running. */
export const isSamplingRunning = ({ state, startTime, endTime, sampleKind }: SampleRow): boolean =>
  state === 'planned' && sampleKind === 'sample' && Boolean(startTime) && !endTime;

/** Sorts by point and number, blanks last within a point. */
export const inOrder = (samples: readonly ShownSample[]): ShownSample[] =>
  [...samples].sort(
    (a, b) =>
      (a.sampleKind === b.sampleKind ? 0 : a.sampleKind === 'blank' ? 1 : -1) ||
      (a.siteNo ?? '').localeCompare(b.siteNo ?? '') ||
      a.sampleNo.localeCompare(b.sampleNo, 'en', { numeric: true }),
  );
