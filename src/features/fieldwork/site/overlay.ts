import type { OutboxItem } from '@/outbox/queue';
import { nearestWeather } from '@contract/features/fieldwork/samples/nearestWeather';
import type { RecordBody, VoidBody } from '@contract/features/fieldwork/samples/recordFields';
import { asksHowLong, type Readings, sampleReadings } from '@contract/features/fieldwork/samples/sampleReadings';
import type {
  CompanionRow,
  DayRow,
  MediaRow,
  SampleRow,
  SiteData,
  WeatherRow,
} from '@contract/features/fieldwork/samples/siteData';
import {
  overlapWarnings,
  type ShiftTime,
  shiftTimes,
  type SiteWarning,
  timeWarnings,
  wornTwice,
} from '@contract/features/fieldwork/samples/siteWarnings';
import type { FieldError } from '@contract/schema';

/** How far a shown row is on its way: nothing where the server has it. */
export interface OnItsWay {
  readonly pending?: OutboxItem;
}

export type ShownSample = SampleRow & OnItsWay;
export type Shown<R> = R & OnItsWay;

export interface ShownSite extends Omit<SiteData, 'samples' | 'days' | 'weather' | 'companions' | 'media'> {
  readonly samples: readonly ShownSample[];
  readonly days: readonly Shown<DayRow>[];
  readonly weather: readonly Shown<WeatherRow>[];
  readonly companions: readonly Shown<CompanionRow>[];
  readonly media: readonly Shown<MediaRow>[];
}

/** The air of a sample: as typed, else of the day's nearest reading. */
export function airOf(
  row: SampleRow,
  weather: readonly WeatherRow[],
): { temperature: string | null; pressure: string | null; from: WeatherRow | undefined } {
  const near = row.startTime
    ? nearestWeather(
        weather.filter(({ samplingDay }) => samplingDay === row.samplingDay),
        row.startTime,
        row.endTime,
      )
    : undefined;
  const from = !row.temperature || !row.pressure ? near : undefined;
  return {
    temperature: row.temperature ?? from?.temperature ?? null,
    pressure: row.pressure ?? from?.pressure ?? null,
    from,
  };
}

/**
 * What the rules of a sample's readings hang on: its day, whether its sampler holds its flow, and how long it may take;
 * a stored sample's length is asked where its times are changed.
 */
export const rulesOf = (
  row: SampleRow,
  { days, tools, rules }: Pick<SiteData, 'days' | 'tools' | 'rules'>,
  stored: SampleRow = row,
): Pick<Readings, 'constantFlow' | 'rules'> & { readonly sampledOn: string | null } => ({
  sampledOn: days.find(({ id }) => id === row.samplingDay)?.sampledOn ?? null,
  constantFlow: tools.find(({ id }) => id === row.equipment)?.constantFlow ?? false,
  rules: asksHowLong(stored, row) ? rules?.[row.id] : undefined,
});

/** A fault of the sampler that two people would wear at once. */
export function wornFault(
  row: SampleRow,
  stored: SampleRow,
  site: Pick<ShownSite, 'samples' | 'elsewhere' | 'tools'>,
): FieldError | null {
  const touched =
    asksHowLong(stored, row) ||
    row.equipment !== stored.equipment ||
    row.person !== stored.person ||
    row.remark !== stored.remark;
  const message = touched
    ? wornTwice(row, [...site.samples, ...(site.elsewhere ?? [])], toolNames(site).get(row.equipment ?? 0) ?? '')
    : null;
  return message ? { field: 'equipment', message } : null;
}

const toolNames = ({ tools }: Pick<SiteData, 'tools'>): Map<number, string> =>
  new Map(tools.map(({ id, eqpNo }) => [id, eqpNo]));

/** Samples whose collectors are named on their day alone have those. */
const withCollectors = (samples: readonly SampleRow[], days: readonly DayRow[]): SampleRow[] =>
  samples.map((row) =>
    (row.collectors as readonly number[] | null)?.length
      ? row
      : { ...row, collectors: days.find(({ id }) => id === row.samplingDay)?.collectors ?? [] },
  );

/** What is to be looked at of a site before its sampling ends (`siteWarnings`). */
export function warningsOf({
  samples,
  days,
  tools,
  team,
  rules,
  elsewhere,
}: Pick<ShownSite, 'samples' | 'days' | 'tools' | 'team' | 'rules' | 'elsewhere'>): SiteWarning[] {
  const names = { tools: toolNames({ tools }), people: new Map(team.map(({ id, name }) => [id, name])) };
  return [
    ...timeWarnings(samples, (id) => rules?.[id]),
    ...overlapWarnings(withCollectors(samples, days), elsewhere ?? [], names),
  ];
}

/** How much of its shift a sample's place or person was sampled. */
export const shiftTimeOf = (
  id: number,
  { samples, rules }: Pick<ShownSite, 'samples' | 'rules'>,
): ShiftTime | undefined =>
  shiftTimes(samples, (one) => rules?.[one]).find(({ samples: of }) => of.some((one) => one.id === id));

/** A sample with readings, and with what follows from them as the server will say it. */
export function withReadings(
  row: ShownSample,
  weather: readonly WeatherRow[],
  site: Pick<SiteData, 'days' | 'tools' | 'rules'>,
): ShownSample {
  const { temperature, pressure } = row.sampleKind === 'blank' ? row : airOf(row, weather);
  const whole = { ...row, temperature, pressure };
  const { derived, complete } = sampleReadings({ ...whole, ...rulesOf(row, site) });
  return { ...whole, ...derived, state: row.state === 'planned' && complete ? 'collected' : row.state };
}

const next = (item: OutboxItem, url: string): boolean => item.url === url;

// Rows that have no number of the server yet get one that no row of the server has.
const placeholder = (item: OutboxItem): number => -item.seq;

function added<R>(rows: readonly R[], queue: readonly OutboxItem[], entity: string): Shown<R>[] {
  const gone = new Set(
    queue
      .filter((item) => next(item, `api/${entity}/delete`) && !item.refused)
      .flatMap(({ body }) => (Array.isArray(body) ? (body as number[]) : [])),
  );
  const here = rows.filter((row) => !gone.has((row as { id: number }).id)) as Shown<R>[];
  const coming = queue
    .filter((item) => next(item, `api/${entity}/add`))
    .map((item) => ({ ...(item.body as object), id: placeholder(item), pending: item }) as unknown as Shown<R>);
  return [...here, ...coming];
}

/** Days with what was changed about them: people by their names, as the server will say them. */
function changedDays(data: SiteData, queue: readonly OutboxItem[]): Shown<DayRow>[] {
  const names = new Map(data.team.map(({ id, name }) => [id, name]));
  return added<DayRow>(data.days, queue, 'samplingDay').map((row) => {
    const item = queue.findLast((one) => next(one, 'api/samplingDay/edit') && (one.body as DayRow).id === row.id);
    if (!item) return row;
    const { collectors, production } = item.body as DayRow;
    return {
      ...row,
      collectors,
      production,
      collectorsName: collectors.map((id) => names.get(id) ?? ''),
      pending: item,
    };
  });
}

/** What the server knows with what is still on its way to it: what the person sees, network or none. */
export function overlaid(data: SiteData, queue: readonly OutboxItem[]): ShownSite {
  const weather = added<WeatherRow>(data.weather, queue, 'siteWeather');
  const samples = new Map<number, ShownSample>(data.samples.map((row) => [row.id, row]));
  for (const item of queue) {
    if (next(item, 'api/sample/record')) {
      const { id, values } = item.body as RecordBody;
      const row = samples.get(id);
      if (row)
        samples.set(
          id,
          withReadings({ ...row, ...values, pending: row.pending?.refused ? row.pending : item }, weather, data),
        );
    } else if (next(item, 'api/sample/void')) {
      const { ids, reason } = item.body as VoidBody;
      for (const id of ids) {
        const row = samples.get(id);
        if (row) samples.set(id, { ...row, state: 'voided', stateReason: reason, pending: item });
      }
    }
  }
  return {
    ...data,
    samples: [...samples.values()],
    days: changedDays(data, queue),
    weather,
    companions: added<CompanionRow>(data.companions, queue, 'companion'),
    media: added<MediaRow>(data.media, queue, 'siteMedia'),
  };
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** 已采 n/m, without the voided. */
export function progressOf(samples: readonly SampleRow[]): Progress {
  const counted = samples.filter(({ state }) => state !== 'voided');
  return { done: counted.filter(({ state }) => state !== 'planned').length, total: counted.length };
}

/** Begun and not ended: a pump is running. */
export const isRunning = ({ state, startTime, endTime, sampleKind }: SampleRow): boolean =>
  state === 'planned' && sampleKind === 'sample' && Boolean(startTime) && !endTime;

/** Blanks last within a point, points in their order, by number. */
export const inOrder = (samples: readonly ShownSample[]): ShownSample[] =>
  [...samples].sort(
    (a, b) =>
      (a.sampleKind === b.sampleKind ? 0 : a.sampleKind === 'blank' ? 1 : -1) ||
      (a.siteNo ?? '').localeCompare(b.siteNo ?? '') ||
      a.sampleNo.localeCompare(b.sampleNo, 'en', { numeric: true }),
  );
