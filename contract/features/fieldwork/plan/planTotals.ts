import { type HazardFact, isMeasured, type MethodFact, type PlanRowFact } from './planFacts';

// Totals of a plan: samples, blanks, media, samplers, days.

/** Samples per collector: of a hazard and the hazards on the same collector. */
interface SampleTotal {
  readonly hazards: readonly number[];
  readonly method: number | null;
  readonly medium: string | null;
  readonly samples: number;
  /** Number of blanks, summed over all days. */
  readonly blanks: number;
  /** Expected laboratory results: one per sample and hazard. */
  readonly results: number;
}

interface MediumTotal {
  readonly medium: string;
  readonly needed: number;
  /** Number with ten percent spare, rounded up. */
  readonly withSpare: number;
}

type SamplerKind = 'sampler' | 'dustSampler' | 'personalSampler' | 'directReading';

interface SamplerTotal {
  /** A value of the dictionary `equipmentKind`. */
  readonly kind: SamplerKind;
  /** L/min; null for on-site measurements. */
  readonly flow: string | null;
  /** Set for on-site measurements. */
  readonly hazard: number | null;
  /** Number in use at the same time. */
  readonly count: number;
}

export interface PlanTotals {
  readonly hazards: readonly SampleTotal[];
  readonly media: readonly MediumTotal[];
  readonly samplers: readonly SamplerTotal[];
  readonly samples: number;
  readonly blanks: number;
  readonly measurements: number;
  readonly sites: number;
  readonly days: number;
}

/** Returns the number of samples of a plan row: points × samples per day × days. */
export const samplesOfRow = ({
  points,
  samplesPerDay,
  days,
}: Pick<PlanRowFact, 'points' | 'samplesPerDay' | 'days'>): number => points * samplesPerDay * days;

/**
 * Counts the blanks of a hazard over all days. A batch is one hazard and day (DOMAIN §1.7, §1.8: K1, K2 of factor and
 * day). Rows of one hazard and medium therefore share blanks on common days.
 */
function blanksOf(rows: readonly Pick<PlanRowFact, 'blanks' | 'days'>[]): number {
  const days = Math.max(0, ...rows.map((row) => row.days));
  return sumOf(
    Array.from({ length: days }, (_, index) =>
      Math.max(...rows.flatMap((row) => (row.days > index ? row.blanks : []))),
    ),
  );
}

function groupItems<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Flow, L/min, from which an area sampler is a dust sampler (DOMAIN §1.6). */
const dustFlow = 5;

function samplerOf(row: PlanRowFact, isDirectReading: boolean): Pick<SamplerTotal, 'kind' | 'flow' | 'hazard'> | null {
  if (isDirectReading) return { kind: 'directReading', flow: null, hazard: row.hazard };
  // Bags and syringes are filled without a sampler.
  if (row.flow === null || !Number(row.flow)) return null;
  return {
    kind: row.mode === 'personal' ? 'personalSampler' : Number(row.flow) >= dustFlow ? 'dustSampler' : 'sampler',
    flow: String(Number(row.flow)),
    hazard: null,
  };
}

/**
 * Returns the number of samplers in use at once. A personal or long sample occupies a sampler for the shift; a
 * sampler for short samples moves from place to place.
 */
const atOnce = (rows: readonly PlanRowFact[]): number => {
  const [shortRows, longRows] = [
    rows.filter(({ mode, period }) => mode !== 'personal' && period === 'short'),
    rows.filter(({ mode, period }) => mode === 'personal' || period === 'long'),
  ];
  const placeGroups = groupItems(shortRows, (row) => row.siteNo ?? `${row.workshop ?? ''}\u0000${row.place}`);
  // Points of one place are sampled one after the other; different collectors at a place run in parallel.
  return sumOf(longRows.map(({ points }) => points)) + Math.max(0, ...placeGroups.map((placeRows) => placeRows.length));
};

/**
 * Returns the totals of a plan: samples, blanks, media and samplers. Direct readings need no media.
 * @param rows rows of the plan
 * @param hazards hazards by id
 * @param methods methods by id
 */
export function planTotals(
  rows: readonly PlanRowFact[],
  hazards: ReadonlyMap<number, HazardFact>,
  methods: ReadonlyMap<number, MethodFact>,
): PlanTotals {
  const isDirectReading = (row: PlanRowFact) =>
    isMeasured(hazards.get(row.hazard), row.method === null ? undefined : methods.get(row.method));
  const byHazard = groupItems(rows, ({ hazard, method, medium }) => [hazard, method, medium ?? ''].join('\u0000')).map(
    (group): SampleTotal & { measured: boolean } => {
      const [firstPlanRowFact] = group as [PlanRowFact];
      return {
        hazards: [...new Set(group.flatMap(({ hazard, alongWith }) => [hazard, ...alongWith]))],
        method: firstPlanRowFact.method,
        medium: firstPlanRowFact.medium,
        samples: sumOf(group.map(samplesOfRow)),
        blanks: blanksOf(group),
        results: sumOf(group.map((row) => samplesOfRow(row) * (1 + row.alongWith.length))),
        measured: isDirectReading(firstPlanRowFact),
      };
    },
  );
  const media = groupItems(
    byHazard.filter(({ medium }) => medium !== null),
    ({ medium }) => String(medium),
  ).map((group): MediumTotal => {
    const neededCount = sumOf(group.map(({ samples, blanks }) => samples + blanks));
    return {
      medium: String(group[0]?.medium),
      needed: neededCount,
      withSpare: neededCount + Math.ceil(neededCount / 10),
    };
  });
  const samplers = groupItems(
    rows.flatMap((row) => {
      const sampler = samplerOf(row, isDirectReading(row));
      return sampler ? [{ row, sampler }] : [];
    }),
    ({ sampler }) => [sampler.kind, sampler.flow, sampler.hazard].join('\u0000'),
  )
    .map((group): SamplerTotal => ({
      ...(group[0] as (typeof group)[number]).sampler,
      count: atOnce(group.map(({ row }) => row)),
    }))
    .sort((a, b) => a.kind.localeCompare(b.kind) || Number(a.flow) - Number(b.flow));
  return {
    hazards: byHazard.map(({ measured: _measured, ...total }) => total),
    media,
    samplers,
    samples: sumOf(byHazard.filter((entry) => !entry.measured).map(({ samples }) => samples)),
    blanks: sumOf(byHazard.map(({ blanks }) => blanks)),
    measurements: sumOf(byHazard.filter((entry) => entry.measured).map(({ samples }) => samples)),
    sites: new Set(rows.map((row) => row.siteNo ?? `${row.workshop ?? ''}\u0000${row.place}`)).size,
    days: Math.max(0, ...rows.map(({ days }) => days)),
  };
}
