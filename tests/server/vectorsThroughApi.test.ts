import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heatConditionOf, labourPrefix } from '@contract/arithmetic/limits/limitConditions';
import { verdictLabel } from '@contract/arithmetic/limits/resultJudgement';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import type { JudgedValue } from '@contract/features/reports/judgement/judgedValue';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import { kindOf, type Vector, vectors331 } from '../contract/vectors/proof';
import { type TestServer, testServer } from '../support/server';
import { type Played, type Scene, type SceneSample, vectorPlayer, type VectorPlayer } from '../support/vectorScene';

// Worked examples of the standards through the product: project, samples, records and the report's judgement, by its
// own calls. One evaluator per kind: what of the example is sampled, and what of the report is compared with it.

let server: TestServer;
let player: VectorPlayer;

beforeAll(async () => {
  server = await testServer();
  player = await vectorPlayer(server);
});
afterAll(() => server.close());

interface Answer {
  readonly raw?: Readonly<Record<string, string | null | undefined>>;
  readonly reported: string;
}

interface Kind<I> {
  readonly scene: (input: I) => Scene;
  readonly answer: (played: Played, input: I) => Answer;
}

/** Keeps the input type of each kind, and lets them be in one list. */
const kind = <I>(scene: Kind<I>['scene'], answer: Kind<I>['answer']): Kind<never> => ({ scene, answer }) as Kind<never>;

type Pair = readonly [value: string, time: string];

const substance = (...limits: readonly (readonly [kind: string, value: string])[]): Scene['hazards'] => [
  { name: '某物', limits },
];
const hoursOf = (pairs: readonly Pair[]): string =>
  pairs.reduce((sum, [, hours]) => sum.plus(hours), new Decimal(0)).toString();
const minutesOf = (hours: string): string => new Decimal(hours).times(60).toString();
const exposed = (pairs: readonly Pair[]): Pair[] =>
  pairs.filter(([value]) => value !== '0').map(([value, time]) => [value, time]);
const segments = (pairs: readonly Pair[]): SceneSample[] =>
  exposed(pairs).map(([value, hours]) => ({ value, hours, minutes: minutesOf(hours) }));

const valuesIn = ({ posts }: Played, ...kinds: readonly string[]): JudgedValue[] =>
  posts.flatMap(({ values }) => values).filter((one) => kinds.includes(one.kind));
const only = (values: readonly JudgedValue[]): JudgedValue => {
  if (values.length !== 1) throw new Error(`${values.length} values: ${JSON.stringify(values)}`);
  return values[0] as JudgedValue;
};
const said = ({ text, verdict }: JudgedValue): string => `${text} -> ${verdictLabel(verdict)}`;
const post = ({ posts }: Played): JudgedPost => {
  const [found] = posts;
  if (!found || posts.length !== 1) throw new Error(`${posts.length} posts`);
  return found;
};

function averaged(played: Played): Answer {
  const value = only(valuesIn(played, 'twa'));
  const { measured, lowest } = value;
  return {
    reported: said(value),
    raw: measured?.censored ? { C: null, bound: measured.num } : { C: measured?.num, lowest: lowest ?? measured?.num },
  };
}

/** Uses the daily mean of a longer shift compared with PC-TWAa. */
function reduced(played: Played): Answer {
  const value = only(valuesIn(played, 'twa'));
  return { reported: `RF ${value.reduced?.factor}; PC-TWAa ${value.limit}; C ${said(value)}` };
}

const single = (value: string, limits: Scene['hazards']): Scene => ({
  hazards: limits,
  samples: [{ value, hours: '8', minutes: '480' }],
});

interface Exposures {
  readonly exposures: readonly (readonly [string, string, string])[];
  readonly PC_TWA: string;
  readonly PC_STEL?: string;
  readonly known?: boolean;
}

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Returns short samples of a shift, each with the survey's data on how often, how long and how far apart they are. */
function shift({ exposures, PC_TWA, PC_STEL, known = true }: Exposures): Scene {
  const spans = exposures.map(([value, start, end]) => ({ value, start, from: minuteOf(start), to: minuteOf(end) }));
  const gaps = spans.slice(1).map(({ from }, index) => from - (spans[index]?.to ?? 0));
  const lengths = spans.map(({ from, to }) => to - from);
  const survey = known
    ? { peakTimes: spans.length, peakMinutes: Math.max(...lengths), peakGap: gaps.length ? Math.min(...gaps) : null }
    : {};
  const samples = spans.map(({ value, start, from, to }): SceneSample => ({
    value,
    start,
    minutes: String(Math.min(15, to - from)),
    period: 'short',
  }));
  return { hazards: substance(['twa', PC_TWA], ...(PC_STEL ? [['stel', PC_STEL] as const] : [])), samples, survey };
}

const worst = (values: readonly JudgedValue[]): string => {
  const order = ['exceeds', 'undetermined', 'toVerify', 'conforms'];
  const [first] = [...values].sort((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
  return first ? verdictLabel(first.verdict) : '';
};

interface Gas {
  readonly c1: string;
  readonly c2: string;
  readonly c0: string;
  readonly LOQ: string;
  readonly v: string;
  readonly V0: string;
  readonly D: string;
  readonly limit: string;
  readonly k?: string;
  readonly N?: string;
}

const readOf = (text: string): string => (text.startsWith('<') || text === '/' || text === '未检出' ? '0' : text);
const percentOf = (share: string): string => new Decimal(share).times(100).toString();

function tubes({ c1, c2, c0, LOQ, v, V0, D, limit, k, N }: Gas): Scene {
  const row = (front: string, back: string) => ({
    frontResponse: readOf(front),
    ...(back === '/' ? {} : { backResponse: readOf(back) }),
    solutionVolume: v,
    efficiency: percentOf(D),
    ...(k ? { dilution: k } : {}),
    ...(N ? { factor: N } : {}),
  });
  const blank = row(c0, c0);
  return {
    ...single('0', substance(['twa', limit])),
    samples: [{ value: '0', volume: V0, hours: '8', minutes: '480' }],
    record: { methodKind: 'gasChromatography', loq: LOQ, readings: () => row(c1, c2), blanks: [blank, blank] },
  };
}

interface Weighed {
  readonly pre: readonly string[];
  readonly post: readonly string[];
  readonly Q: string;
  readonly t: string;
  readonly limit: string;
  readonly filter_mm: number;
  readonly mode: string;
  readonly blanks: readonly (readonly string[])[];
  readonly temp?: string;
  readonly P?: string;
}

function filters({ pre, post: after, Q, t, limit, filter_mm, mode, blanks, temp, P }: Weighed): Scene {
  const dustType = mode === '总尘' ? 'total' : 'respirable';
  const row = (before: readonly string[], later: readonly string[]) => ({
    dustType,
    before1: before[0] ?? '',
    before2: before[1] ?? '',
    after1: later[0] ?? '',
    after2: later[1] ?? '',
  });
  return {
    hazards: [{ name: '某尘', category: 'dust', limits: [[mode === '总尘' ? 'totalDust' : 'respirableDust', limit]] }],
    samples: [
      {
        value: row(pre, after),
        volume: new Decimal(Q).times(t).toString(),
        hours: '8',
        minutes: t,
        ...(temp ? { temperature: temp } : {}),
        ...(P ? { pressure: P } : {}),
      },
    ],
    record: {
      methodKind: 'dust',
      standardNo: dustType === 'total' ? 'GBZ/T 192.1-2025' : 'GBZ/T 192.2-2025',
      settings: { balance: '0.01', filterDiameter: String(filter_mm) },
      blanks: blanks.map(([before = '', later = '']) => row([before, before], [later, later])),
    },
  };
}

const refusals = ['滤膜作废', '重新称量', '批次无效'];

function weighedAnswer(played: Played, { mode }: Weighed): Answer {
  const row = played.work.rows.find(({ rowKind }) => rowKind === 'sample');
  if (row?.problem) {
    const word = refusals.find((refusal) => row.problem?.includes(refusal));
    // A post without a result is in no report.
    return { reported: played.posts.length ? 'a result' : (word ?? row.problem) };
  }
  const value = only(valuesIn(played, mode === '总尘' ? 'totalDust' : 'respirableDust'));
  const { censored = false, num } = value.measured ?? {};
  return { reported: censored ? said(value) : value.text, raw: censored ? { min: num } : { C: num } };
}

const meter = { sourceLevel: '94.0', levelBefore: '94.0', levelAfter: '94.0' };
const onSite = (standardNo: string): NonNullable<Scene['record']> => ({
  methodKind: 'genericTest',
  resultRoute: 'onSite',
  standardNo,
});
const noiseLimits = ['noise.5d8h', 'noise.5d', 'noise.other'].map(
  (condition) => ['dailyLevel', '85', { condition, unit: 'dB(A)' }] as const,
);

const kinds: Readonly<Record<string, Kind<never>>> = {
  'G112-TWA': kind(
    ({ segs, PC_TWA }: { segs: readonly Pair[]; PC_TWA: string }) => ({
      hazards: substance(['twa', PC_TWA]),
      samples: segments(segs),
      hoursPerDay: hoursOf(exposed(segs)),
    }),
    averaged,
  ),
  'G112-CENS': kind(
    ({ segs, PC_TWA }: { segs: readonly Pair[]; PC_TWA: string }) => ({
      hazards: substance(['twa', PC_TWA]),
      samples: segments(segs),
      hoursPerDay: hoursOf(exposed(segs)),
    }),
    averaged,
  ),
  'G112-PERS': kind(
    ({ C, Td, PC_TWA }: Record<'C' | 'Td' | 'PC_TWA', string>) => ({
      hazards: substance(['twa', PC_TWA]),
      samples: [{ value: C, hours: Td, minutes: minutesOf(Td), person: '张三' }],
      hoursPerDay: Td,
    }),
    averaged,
  ),
  'G113-TWAD': kind(
    ({ segs, Td, PC_TWA }: { segs: readonly Pair[]; Td: string; PC_TWA: string }) => ({
      hazards: substance(['twa', PC_TWA]),
      samples: segments(segs),
      hoursPerDay: Td,
    }),
    averaged,
  ),
  'G113-RFD': kind(
    ({ Td, PC_TWA, C }: Record<'Td' | 'PC_TWA' | 'C', string>) => ({
      hazards: substance(['twa', PC_TWA]),
      samples: [{ value: C, hours: Td, minutes: minutesOf(Td) }],
      hoursPerDay: Td,
    }),
    reduced,
  ),
  'G113-RFW': kind(({ Tw, PC_TWA, C }: Record<'Tw' | 'PC_TWA' | 'C', string>) => {
    const daysPerWeek = Number(Tw) % 8 === 0 ? Number(Tw) / 8 : Number(Tw) / 10;
    const hours = String(Number(Tw) / daysPerWeek);
    return {
      hazards: substance(['twa', PC_TWA]),
      samples: [{ value: C, hours, minutes: minutesOf(hours) }],
      hoursPerDay: hours,
      daysPerWeek: String(daysPerWeek),
    };
  }, reduced),
  'P352-STE': kind(
    ({ parts, PC_STEL, rest }: { parts: readonly Pair[]; PC_STEL: string; rest?: string }) => {
      let at = 9 * 60;
      const samples = parts.map(([value, minutes]): SceneSample => {
        const start = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
        at += Number(minutes);
        return { value, minutes, start, period: 'short', restUnexposed: rest !== 'unknown' };
      });
      return { hazards: substance(['stel', PC_STEL]), samples };
    },
    (played) => {
      const value = only(valuesIn(played, 'stel'));
      return {
        reported: said(value),
        raw: value.measured?.censored ? { C: null, bound: value.measured.num } : { C: value.measured?.num },
      };
    },
  ),
  'STE-LONG': kind(
    ({ C, t, PC_STEL }: Record<'C' | 't' | 'PC_STEL', string>) => ({
      hazards: substance(['stel', PC_STEL]),
      samples: [{ value: C, minutes: t, hours: '8' }],
    }),
    (played) => {
      const value = only(valuesIn(played, 'stel'));
      return { reported: said(value), raw: { mean: value.measured?.num } };
    },
  ),
  'P631-MAC': kind(
    ({ samples, MAC }: { samples: readonly Pair[]; MAC: string }) => ({
      hazards: substance(['mac', MAC]),
      samples: samples.map(([value, minutes], index) => ({
        value,
        minutes,
        start: `${String(9 + index).padStart(2, '0')}:00`,
        period: Number(minutes) > 15 ? 'long' : 'short',
      })),
    }),
    (played) => {
      const values = valuesIn(played, 'mac');
      const told = values.find(({ highest }) => highest) ?? only(values);
      return {
        reported: `${told.text} -> ${worst(values)}`,
        raw: { max: told.measured?.censored ? null : told.measured?.num },
      };
    },
  ),
  'A232-SPREAD': kind(shift, (played) => ({ reported: worst(valuesIn(played, 'stel')) })),
  'P633-PEAK': kind(shift, (played) => ({ reported: worst(valuesIn(played, 'peak')) })),
  'P5271-MAX': kind(
    ({ items, limit }: { items: readonly Pair[]; limit: string }) => ({
      hazards: substance(['twa', limit]),
      samples: items.map(([name, value]) => ({
        value,
        hours: '8',
        minutes: '480',
        ...(name.startsWith('个体') ? { person: name } : { siteNo: '1' }),
      })),
    }),
    (played) => {
      const values = valuesIn(played, 'twa');
      const told = values.find(({ highest }) => highest) ?? only(values);
      const { censored = false, num } = told.measured ?? {};
      const by = told.point === '点位1' ? '定点' : told.point;
      const { verdict } = post(played);
      return {
        reported: `${told.text} -> ${verdictLabel(verdict)}${censored || verdict === 'undetermined' ? '' : ` (${by})`}`,
        raw: { max: censored ? null : num },
      };
    },
  ),
  'CMP-FULL': kind(
    ({ x, limit }: Record<'x' | 'limit', string>) => single(x, substance(['twa', limit])),
    (played) => ({ reported: said(only(valuesIn(played, 'twa'))) }),
  ),
  'CENS-BOUND': kind(
    ({ minimum, limit }: Record<'minimum' | 'limit', string>) => single(`<${minimum}`, substance(['twa', limit])),
    (played) => {
      const value = only(valuesIn(played, 'twa'));
      return { reported: said(value), raw: { bound: value.measured?.num } };
    },
  ),
  'G122-DIG': kind(
    ({ x, limit }: Record<'x' | 'limit', string>) => single(x, substance(['twa', limit])),
    ({ work }) => ({ reported: work.rows[0]?.reportText ?? '' }),
  ),
  'A322-MIX': kind(
    ({ parts }: { parts: readonly (readonly [string, string, string])[] }) => ({
      hazards: parts.map(([name, , limit]) => ({ name, jointEffect: '麻醉', limits: [['twa', limit]] })),
      samples: parts.map(([, value], index) => ({ value, hours: '8', minutes: '480', hazard: index })),
    }),
    (played) => {
      const value = only(valuesIn(played, 'jointTwa'));
      return { reported: `I ${said(value)}`, raw: { I: value.measured?.num } };
    },
  ),
  'LIMIT-DAY': kind(
    ({ day, versions }: { day: string; versions: readonly (readonly [string, string])[] }) => ({
      hazards: [
        {
          name: '乙草胺',
          limits: versions.map(([effectiveFrom, value]) => ['twa', value, { effectiveFrom }] as const),
        },
      ],
      sampledOn: day,
      samples: [{ value: '0.05', hours: '8', minutes: '480' }],
    }),
    (played, { versions }) => {
      const [value] = post(played).values;
      const from = versions.find(([, limit]) => limit === value?.limit)?.[0];
      if (value?.verdict === 'notAssessed' && value.reason === '采样日无职业接触限值')
        return { reported: '不评价: no limit in force' };
      return { reported: `PC-TWA ${value?.limit} (from ${from})` };
    },
  ),
  'F7-GC': kind(tubes, (played) => {
    const value = only(valuesIn(played, 'twa'));
    return { reported: value.text.replace(/\([+-]\)$/, ''), raw: { C: value.measured?.num } };
  }),
  'F9-SPEC': kind(
    ({
      c,
      c0,
      v,
      V0,
      limit,
      N,
      D,
      k,
    }: Record<'c' | 'c0' | 'v' | 'V0' | 'limit', string> & Partial<Record<'N' | 'D' | 'k', string>>) => ({
      ...single('0', substance(['twa', limit])),
      samples: [{ value: '0', volume: V0, hours: '8', minutes: '480' }],
      record: {
        methodKind: 'atomicAbsorption',
        loq: '0.003',
        readings: () => ({
          response1: c,
          blankResponse: readOf(c0),
          solutionVolume: v,
          ...(N ? { factor: N } : {}),
          ...(D ? { efficiency: percentOf(D) } : {}),
          ...(k ? { dilution: k } : {}),
        }),
      },
    }),
    (played) => {
      const value = only(valuesIn(played, 'twa'));
      return { reported: value.text.replace(/\([+-]\)$/, ''), raw: { C: value.measured?.num } };
    },
  ),
  'G123-MIN': kind(
    ({ LOQ, v, V0, D }: Record<'LOQ' | 'v' | 'V0', string> & { D?: string }) => ({
      ...tubes({ c1: '0', c2: '0', c0: '0', LOQ, v, V0, D: D ?? '1', limit: '50' }),
    }),
    (played) => {
      const value = only(valuesIn(played, 'twa'));
      return { reported: value.text, raw: { min: value.measured?.num } };
    },
  ),
  D2025: kind(filters, weighedAnswer),
  'G2-NOISE': kind(
    ({ segs }: { segs: readonly Pair[] }) => ({
      hazards: [{ name: '噪声', category: 'physical', limits: noiseLimits }],
      hoursPerDay: hoursOf(segs),
      record: onSite('GBZ/T 189.8-2007'),
      samples: segs.map(([level, hours]) => ({
        value: { noiseKind: 'unsteady', p1: level, ...meter },
        hours,
        minutes: minutesOf(hours),
        period: 'short',
      })),
    }),
    (played) => {
      const value = only(valuesIn(played, 'dailyLevel'));
      const level = /LAeq=(?:.*=)?([\d.]+)，LEX/.exec(value.working)?.[1] ?? '';
      return {
        reported: `LAeq ${new Decimal(level).toFixed(1)}; LEX,8h ${said(value)}`,
        raw: { LEX8: value.measured?.num },
      };
    },
  ),
  'G2-WBGT': kind(
    ({ segs, limit }: { segs: readonly Pair[]; limit: string }) => {
      const minutes = segs.reduce((sum, [, time]) => sum + Number(time), 0);
      const rate = [25, 50, 75, 100].find((one) => (minutes / 480) * 100 <= one) ?? 100;
      return {
        hazards: [
          {
            name: '高温',
            category: 'physical',
            limits: [['wbgt', limit, { condition: heatConditionOf(rate as 100, 2), unit: '℃' }]],
          },
        ],
        hoursPerDay: String(minutes / 60),
        record: onSite('GBZ/T 189.7-2007'),
        survey: { exposureCondition: `${labourPrefix}2` },
        samples: segs.map(([index, time]) => ({
          value: { heatPlace: 'shade', wetAbdomen: index, globeAbdomen: index },
          hours: String(Number(time) / 60),
          minutes: time,
          period: 'short',
        })),
      };
    },
    (played) => {
      const value = only(valuesIn(played, 'wbgt'));
      return { reported: said(value), raw: { WBGT: value.measured?.num } };
    },
  ),
};

const nameless = new Set(['raw']);

/** Compares numbers with those of the example to nine digits; numbers missing in the report are not compared. */
function expectRaw({ raw }: Vector, found: Answer['raw']): void {
  if (!found || typeof raw !== 'object' || raw === null) return;
  const wanted = raw as Readonly<Record<string, string | null>>;
  for (const [name, value] of Object.entries(found)) {
    if (nameless.has(name) || !(name in wanted)) continue;
    if (value === null || value === undefined || wanted[name] === null)
      expect([name, value ?? null]).toEqual([name, wanted[name]]);
    else
      expect(
        Math.abs(Number(value) / Number(wanted[name]) - 1),
        `${name} ${value}, wanted ${wanted[name]}`,
      ).toBeLessThan(1e-9);
  }
}

describe('worked examples, from the sample to the report', () => {
  it('the worked examples entered through the API cover at least twenty kinds', () => {
    const played = new Set(vectors331.map(({ id }) => kindOf(id)).filter((one) => one in kinds));
    expect([...played].sort()).toEqual(Object.keys(kinds).sort());
    expect(played.size).toBeGreaterThanOrEqual(20);
  });

  const examples = vectors331.filter(({ id }) => kindOf(id) in kinds);
  it.each(examples.map((vector) => [vector.id, vector] as const))(
    'the worked example entered through the API gives its result in the report: %s',
    async (_id, vector) => {
      const { scene, answer } = kinds[kindOf(vector.id)] as Kind<unknown>;
      const found = answer(await player.play(scene(vector.input)), vector.input);
      expect(found.reported).toBe(vector.reported);
      expectRaw(vector, found.raw);
    },
  );
});
