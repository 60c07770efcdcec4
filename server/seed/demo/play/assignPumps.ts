// Assigns pumps and wearers to the demonstration's samples. A pump is at one place at a time with its set flow, and a
// person wears one pump.

/** A pump with its flow range, L/min. */
export interface Pump {
  readonly id: number;
  readonly eqpNo: string;
  readonly eqpKind: string;
  readonly minFlow: number;
  readonly maxFlow: number;
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
  readonly spacingKey: string | null;
}

interface PumpTurn {
  readonly pump: Pump;
  /** Start in minutes from midnight. */
  readonly startMinute: number;
  readonly person: string | null;
}

export interface Allotment {
  /** Assignments by sample id. */
  readonly assignments: ReadonlyMap<number, PumpTurn>;
  /** Set flow of each pump, by its id. */
  readonly flows: ReadonlyMap<number, string>;
}

const firstBegin = 8 * 60 + 40;
const lastEnd = 18 * 60;
/** Time in minutes between two samples on a pump, for changing the tube. */
const pumpChangeMinutes = 5;
/** Time in minutes between two periods of one point. */
const betweenPeriods = 60;

const samplingPeople = [
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
export function rangeOf(measures: string | null): { minFlow: number; maxFlow: number } | null {
  const rangeMatch = /([\d.]+)\s*～\s*([\d.]+)/.exec(measures ?? '');
  return rangeMatch ? { minFlow: Number(rangeMatch[1]), maxFlow: Number(rangeMatch[2]) } : null;
}

const isSuitable = ({ eqpKind, minFlow, maxFlow }: Pump, { personal, flow }: PlannedSample): boolean =>
  (!personal || eqpKind === 'personalSampler') && Number(flow) >= minFlow && Number(flow) <= maxFlow;

/**
 * Sorts pumps: stationary pumps before personal ones, and the narrowest range first, so that universal pumps remain
 * for samples that need them.
 */
const comparePumps = (a: Pump, b: Pump, personal: boolean): number =>
  (personal ? 0 : Number(a.eqpKind === 'personalSampler') - Number(b.eqpKind === 'personalSampler')) ||
  a.maxFlow - a.minFlow - (b.maxFlow - b.minFlow) ||
  a.eqpNo.localeCompare(b.eqpNo);

/** Returns the position of each sample among the samples of its point and day, by id. */
function periodsOf(samples: readonly PlannedSample[]): ReadonlyMap<number, number> {
  const counts = new Map<string, number>();
  const periods = new Map<number, number>();
  for (const { id, day, spacingKey } of [...samples].sort((a, b) => a.id - b.id)) {
    if (spacingKey === null) continue;
    const period = counts.get(`${day} ${spacingKey}`) ?? 0;
    periods.set(id, period);
    counts.set(`${day} ${spacingKey}`, period + 1);
  }
  return periods;
}

/**
 * Assigns each sample its pump and start; for personal samples also the wearer.
 * @throws Error if there are too few pumps, because the demonstration would be inconsistent
 */
export function assignPumps(pumps: readonly Pump[], samples: readonly PlannedSample[]): Allotment {
  const flowByPump = new Map<number, string>();
  const turnBySample = new Map<number, PumpTurn>();
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
    const { id, day, personal, flow, minutes, spacingKey } = sample;
    const suitablePumps = pumps.filter((pump) => isSuitable(pump, sample)).sort((a, b) => comparePumps(a, b, personal));
    const earliestStart = spacingKey === null ? firstBegin : firstFreeMinute(`${day} ${spacingKey}`);
    const startMinute = (pump: Pump): number => Math.max(firstFreeMinute(`${day} ${pump.id}`), earliestStart);
    const set = suitablePumps
      .filter((pump) => flowByPump.get(pump.id) === flow && startMinute(pump) + minutes <= lastEnd)
      .sort((a, b) => startMinute(a) - startMinute(b));
    const pump = set[0] ?? suitablePumps.find((candidate) => !flowByPump.has(candidate.id));
    if (!pump) throw new Error(`the demonstration has no pump for ${flow} L/min on ${day}`);
    const person = personal
      ? ([...samplingPeople].sort(
          (a, b) => firstFreeMinute(`${day} ${a}`) - firstFreeMinute(`${day} ${b}`),
        )[0] as string)
      : null;
    const beginMinute = Math.max(startMinute(pump), person === null ? 0 : firstFreeMinute(`${day} ${person}`));
    flowByPump.set(pump.id, flow);
    turnBySample.set(id, { pump, startMinute: beginMinute, person });
    freeFrom.set(`${day} ${pump.id}`, beginMinute + minutes + pumpChangeMinutes);
    if (spacingKey !== null) freeFrom.set(`${day} ${spacingKey}`, beginMinute + minutes + betweenPeriods);
    if (person !== null) freeFrom.set(`${day} ${person}`, beginMinute + minutes + pumpChangeMinutes);
  }
  return { assignments: turnBySample, flows: flowByPump };
}
