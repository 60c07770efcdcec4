import { Exact } from '../../../support/exact';

// Input of the whole job and its results by GBZ 331-2024 (E.3, F.7, G.1) and GBZ/T 192.1-2025, from the readings alone,
// without code of the product.

const of = Exact.of;

/** ℃ and kPa: outside the range in which a volume is not converted. */
export const air = { temperature: '36.5', pressure: '100.9' } as const;

export interface Taken {
  /** End of the sample's number. */
  readonly no: string;
  readonly hazard: 'toluene' | 'dust';
  /** Planned flow, flow before and after, L/min. Within 5 % the planned flow counts. */
  readonly set: string;
  readonly before: string;
  readonly after: string;
  /** Times of day. */
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
  readonly tool: string;
  readonly person?: string;
  /** h of the shift, for a sample compared with the shift limit. */
  readonly hours?: string;
}

export const taken: readonly Taken[] = [
  {
    no: 'JB1-0101',
    hazard: 'toluene',
    set: '0.05',
    before: '0.050',
    after: '0.049',
    from: '08:40',
    to: '14:40',
    minutes: 360,
    tool: 'GT-001',
    person: '王建平',
    hours: '6',
  },
  {
    no: 'JB1-0102',
    hazard: 'toluene',
    set: '0.1',
    before: '0.100',
    after: '0.098',
    from: '09:00',
    to: '09:15',
    minutes: 15,
    tool: 'CY-001',
  },
  {
    no: 'JB1-0103',
    hazard: 'toluene',
    set: '0.1',
    before: '0.100',
    after: '0.099',
    from: '10:30',
    to: '10:45',
    minutes: 15,
    tool: 'CY-001',
  },
  {
    no: 'JB1-0104',
    hazard: 'toluene',
    set: '0.1',
    before: '0.101',
    after: '0.098',
    from: '13:40',
    to: '13:55',
    minutes: 15,
    tool: 'CY-001',
  },
  {
    no: 'JB1-0201',
    hazard: 'toluene',
    set: '0.05',
    before: '0.050',
    after: '0.050',
    from: '08:45',
    to: '14:45',
    minutes: 360,
    tool: 'GT-002',
    person: '李芳',
    hours: '6',
  },
  {
    no: 'SLMC1-0301',
    hazard: 'dust',
    set: '2',
    before: '2.00',
    after: '1.96',
    from: '08:50',
    to: '12:50',
    minutes: 240,
    tool: 'GT-003',
    person: '张国强',
    hours: '5',
  },
  {
    no: 'SLMC1-0401',
    hazard: 'dust',
    set: '2',
    before: '2.00',
    after: '1.98',
    from: '08:55',
    to: '12:55',
    minutes: 240,
    tool: 'GT-004',
    person: '陈晓燕',
    hours: '5',
  },
];

/** μg/mL and three peak areas each. */
export const levels = [
  ['10', '12.31', '12.35', '12.39'],
  ['50', '61.4', '61.1', '61.25'],
  ['100', '123.5', '123.9', '123.1'],
  ['250', '307.4', '306.8', '308.2'],
  ['500', '616.4', '615.1', '617.3'],
] as const;

/** Front and back area by the sample's number; the third is below the detection limit. */
export const areas: Readonly<Record<string, readonly [front: string, back: string]>> = {
  'JB1-0101': ['239.4', '2.1'],
  'JB1-0102': ['143.2', '0'],
  'JB1-0103': ['1.2', '0'],
  'JB1-0104': ['186.6', '0'],
  'JB1-0201': ['402.8', '0'],
  'JB1-K1': ['0.25', '0'],
  'JB1-K2': ['0.33', '0'],
};
export const efficiency = '96.2';
/** mL of carbon disulfide. */
export const solution = '1.0';
/**
 * The quantification limit is 10/3 of the method's detection limit of 1.8 μg/mL. One decimal more than the limits 50,
 * 100 and 8.
 */
const method = { loq: '6', decimals: 1 } as const;

/**
 * mg, weighed twice before and twice after. The blanks gain less than a tenth of the samples, so nothing is subtracted.
 */
export const masses: Readonly<Record<string, readonly [string, string, string, string]>> = {
  'SLMC1-0301': ['61.25', '61.26', '64.90', '64.91'],
  'SLMC1-0401': ['60.88', '60.88', '63.02', '63.01'],
  'SLMC1-K1': ['60.10', '60.10', '60.13', '60.13'],
  'SLMC1-K2': ['60.40', '60.41', '60.43', '60.44'],
};

/** V0 in L, since t and P are out of range. */
function standardVolume({ set, minutes }: Taken): Exact {
  const volume = of(set).times(of(minutes));
  return volume
    .times(of(293))
    .by(of(273).plus(of(air.temperature)))
    .times(of(air.pressure))
    .by(of('101.3'));
}

/** Least squares by the textbook, from the means of the injections. */
function line(): { readonly a: Exact; readonly b: Exact } {
  const points = levels.map(([x, ...ys]) => ({ x: of(x), y: Exact.mean(ys.map(of)) }));
  const [meanX, meanY] = [Exact.mean(points.map(({ x }) => x)), Exact.mean(points.map(({ y }) => y))];
  const sxy = Exact.sum(points.map(({ x, y }) => x.minus(meanX).times(y.minus(meanY))));
  const sxx = Exact.sum(points.map(({ x }) => x.minus(meanX).times(x.minus(meanX))));
  const b = sxy.by(sxx);
  return { a: meanY.minus(b.times(meanX)), b };
}

const zero = of(0);
const atLeastZero = (value: Exact): Exact => (value.below(zero) ? zero : value);

function found({ no }: Taken): Exact {
  const { a, b } = line();
  // No peak means no content, whatever the intercept.
  const content = (area: string): Exact => (Number(area) === 0 ? zero : atLeastZero(of(area).minus(a).by(b)));
  // The blanks are below the quantification limit and count as 0.
  const [front, back] = areas[no] ?? ['0', '0'];
  return content(front).plus(content(back));
}

const gained = ([before1, before2, after1, after2]: readonly [string, string, string, string]): Exact =>
  Exact.mean([of(after1), of(after2)]).minus(Exact.mean([of(before1), of(before2)]));

export interface Reported {
  /** Result of the sample, mg/m³. */
  readonly text: string;
  /** C_TWA of a sample that represents the shift, else the sample's result. */
  readonly judged: string;
}

/** Returns what the report must state for a sample. */
export function reportedOf(sample: Taken): Reported {
  const volume = standardVolume(sample);
  const overShift = (value: Exact): Exact => (sample.hours ? value.times(of(sample.hours)).by(of(8)) : value);
  if (sample.hazard === 'dust') {
    const value = gained(masses[sample.no] ?? ['0', '0', '0', '0'])
      .by(volume)
      .times(of(1000));
    return { text: value.rounded(1), judged: overShift(value).rounded(1) };
  }
  const inAir = (content: Exact): Exact => content.times(of(solution)).by(volume.times(of(efficiency).by(of(100))));
  const content = found(sample);
  if (content.below(of(method.loq))) {
    const least = inAir(of(method.loq)).roundedUp(1);
    return { text: `<${least}`, judged: `<${least}` };
  }
  const value = inAir(content);
  return { text: value.rounded(method.decimals), judged: overShift(value).rounded(method.decimals) };
}
