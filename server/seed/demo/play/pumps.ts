// Assigns pumps and wearers to the demonstration's samples. A pump is at one place at a time with its set flow, and a
// person wears one pump.

/** A pump with its flow range, L/min. */
export interface Pump {
  readonly id: number;
  readonly eqpNo: string;
  readonly eqpKind: string;
  readonly least: number;
  readonly most: number;
}

/** The fields of a planned sample that decide its pump. */
export interface PlannedSample {
  readonly id: number;
  readonly day: string;
  readonly personal: boolean;
  readonly flow: string;
  /** Sampling time in minutes. */
  readonly minutes: number;
  /**
   * Key of point and hazard whose samples must be an hour apart (GBZ 331-2024 5.2.6.2.3 c 1); null for other samples.
   */
  readonly apart: string | null;
}

interface Turn {
  readonly pump: Pump;
  /** Start in minutes from midnight. */
  readonly begin: number;
  readonly person: string | null;
}

export interface Allotment {
  /** Assignments by sample id. */
  readonly turns: ReadonlyMap<number, Turn>;
  /** Set flow of each pump, by its id. */
  readonly flows: ReadonlyMap<number, string>;
}

const firstBegin = 8 * 60 + 40;
const lastEnd = 18 * 60;
/** Time in minutes between two samples on a pump, for changing the tube. */
const change = 5;
/** Time in minutes between two periods of one point. */
const betweenPeriods = 60;

const people = [
  '王建平',
  '李芳',
  '张国强',
  '陈晓燕',
  '赵立新',
  '周玉兰',
  '吴志明',
  '郑秀英',
  '孙卫东',
  '钱红梅',
  '冯永康',
  '蒋丽华',
  '沈根生',
  '韩春燕',
];

/** Parses `(0.02～5.0)L/min`. */
export function rangeOf(measures: string | null): { least: number; most: number } | null {
  const rangeMatch = /([\d.]+)\s*～\s*([\d.]+)/.exec(measures ?? '');
  return rangeMatch ? { least: Number(rangeMatch[1]), most: Number(rangeMatch[2]) } : null;
}

const isSuitable = ({ eqpKind, least, most }: Pump, { personal, flow }: PlannedSample): boolean =>
  (!personal || eqpKind === 'personalSampler') && Number(flow) >= least && Number(flow) <= most;

/**
 * Sorts pumps: stationary pumps before personal ones, and the narrowest range first, so that universal pumps remain
 * for samples that need them.
 */
const order = (a: Pump, b: Pump, personal: boolean): number =>
  (personal ? 0 : Number(a.eqpKind === 'personalSampler') - Number(b.eqpKind === 'personalSampler')) ||
  a.most - a.least - (b.most - b.least) ||
  a.eqpNo.localeCompare(b.eqpNo);

/** Returns the position of each sample among the samples of its point and day, by id. */
function periodsOf(samples: readonly PlannedSample[]): ReadonlyMap<number, number> {
  const counts = new Map<string, number>();
  const periods = new Map<number, number>();
  for (const { id, day, apart } of [...samples].sort((a, b) => a.id - b.id)) {
    if (apart === null) continue;
    const period = counts.get(`${day} ${apart}`) ?? 0;
    periods.set(id, period);
    counts.set(`${day} ${apart}`, period + 1);
  }
  return periods;
}

/**
 * Assigns each sample its pump and start; for personal samples also the wearer.
 * @throws Error if there are too few pumps, because the demonstration would be inconsistent
 */
export function allot(pumps: readonly Pump[], samples: readonly PlannedSample[]): Allotment {
  const flows = new Map<number, string>();
  const turnBySample = new Map<number, Turn>();
  const freeFrom = new Map<string, number>();
  const firstFreeMinute = (key: string): number => freeFrom.get(key) ?? firstBegin;
  const period = periodsOf(samples);
  const longFirst = [...samples].sort(
    (a, b) =>
      a.day.localeCompare(b.day) ||
      b.minutes - a.minutes ||
      (period.get(a.id) ?? 0) - (period.get(b.id) ?? 0) ||
      a.id - b.id,
  );
  for (const sample of longFirst) {
    const { id, day, personal, flow, minutes, apart } = sample;
    const suitablePumps = pumps.filter((pump) => isSuitable(pump, sample)).sort((a, b) => order(a, b, personal));
    const earliest = apart === null ? firstBegin : firstFreeMinute(`${day} ${apart}`);
    const begins = (pump: Pump): number => Math.max(firstFreeMinute(`${day} ${pump.id}`), earliest);
    const set = suitablePumps
      .filter((pump) => flows.get(pump.id) === flow && begins(pump) + minutes <= lastEnd)
      .sort((a, b) => begins(a) - begins(b));
    const pump = set[0] ?? suitablePumps.find((candidate) => !flows.has(candidate.id));
    if (!pump) throw new Error(`the demonstration has no pump for ${flow} L/min on ${day}`);
    const person = personal
      ? ([...people].sort((a, b) => firstFreeMinute(`${day} ${a}`) - firstFreeMinute(`${day} ${b}`))[0] as string)
      : null;
    const beginMinute = Math.max(begins(pump), person === null ? 0 : firstFreeMinute(`${day} ${person}`));
    flows.set(pump.id, flow);
    turnBySample.set(id, { pump, begin: beginMinute, person });
    freeFrom.set(`${day} ${pump.id}`, beginMinute + minutes + change);
    if (apart !== null) freeFrom.set(`${day} ${apart}`, beginMinute + minutes + betweenPeriods);
    if (person !== null) freeFrom.set(`${day} ${person}`, beginMinute + minutes + change);
  }
  return { turns: turnBySample, flows };
}
