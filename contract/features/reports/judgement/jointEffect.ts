import { valueForMean, mixtureIndex, shortMinutes } from '@contract/arithmetic/air/exposureConcentrations';
import { verdictOf } from '@contract/arithmetic/limits/intervalVerdict';
import { worstVerdict } from '@contract/arithmetic/limits/resultJudgement';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import { Decimal, withoutCalculationNoise, sumOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { withLimitMark, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { ResultFacts } from '../resultFacts';
import { groupBy, type JudgedValue } from './judgedValue';
import type { JudgedPost } from './judgeResults';

// Joint effect (联合作用): substances that act on the same organ are judged together, for C_TWA and for C_STE (GBZ
// 2.1-2019 A.3.2.2).

/** Highest value of a kind for a substance at a post on a day. */
interface LimitShare {
  readonly name: string;
  readonly result: Result;
  readonly limit: string;
  readonly sampleNos: readonly string[];
  /** Maximum possible ratio of the highest 15 min to the mean: above 1 for a sample longer than 15 min. */
  readonly times: Decimal;
  /** Highest detected value; null where nothing was detected. */
  readonly exposure: Decimal | null;
}

const jointLimitKinds = ['twa', 'stel'] as const;
const jointSymbols = { twa: 'ITWA', stel: 'ISTE' } as const;

function shareOf(
  { hazardName, values, tests }: JudgedPost,
  kind: (typeof jointLimitKinds)[number],
  day: string,
): LimitShare[] {
  const ownValues = values.filter(
    (value) => value.kind === kind && value.day === day && value.measured !== null && Number(value.limit) > 0,
  );
  // Ties are broken by detected before censored, then by the longest sample, so that the order does not matter.
  const longestOf = ({ sampleNos }: JudgedValue): number =>
    kind === 'stel' && sampleNos.length === 1
      ? Number(tests.find(({ sampleNo }) => sampleNo === sampleNos[0])?.minutes ?? 0)
      : 0;
  const [highestValue] = [...ownValues].sort(
    (a, b) =>
      new Decimal(b.measured?.num ?? 0).comparedTo(a.measured?.num ?? 0) ||
      Number(a.measured?.censored) - Number(b.measured?.censored) ||
      longestOf(b) - longestOf(a),
  );
  if (!highestValue) return [];
  const times = new Decimal(Math.max(longestOf(highestValue), shortMinutes)).dividedBy(shortMinutes);
  const foundNumbers = ownValues.flatMap(({ measured }) =>
    measured && !measured.censored ? new Decimal(measured.num) : [],
  );
  const highestFound =
    foundNumbers.length > 0
      ? foundNumbers.reduce((highest, candidate) => (candidate.greaterThan(highest) ? candidate : highest))
      : null;
  const { measured: result, limit, sampleNos } = highestValue;
  return result && limit ? [{ name: hazardName, result, limit, sampleNos, times, exposure: highestFound }] : [];
}

/**
 * Returns whether a substance was tested on the day but has no share, because its result needs verification or is
 * missing.
 */
const isMissing = (post: JudgedPost, kind: (typeof jointLimitKinds)[number], day: string): boolean =>
  shareOf(post, kind, day).length === 0 &&
  post.values.some(
    (value) =>
      value.day === day && (value.verdict === 'toVerify' || (value.kind === kind && value.verdict === 'undetermined')),
  );

/**
 * Returns the mixture ratio of a day. A substance below its minimum counts as its minimum. An exceedance by minima
 * alone is never reported as such.
 */
function valueOf(
  limitShares: readonly LimitShare[],
  kind: (typeof jointLimitKinds)[number],
  day: string,
  missingHazards: readonly string[],
): JudgedValue {
  const set = standardEditionOn(day);
  const index = mixtureIndex(
    limitShares.map(({ result, limit }) => ({ concentration: result, limit })),
    set,
  );
  const lowestIndex = withoutCalculationNoise(
    sumOf(limitShares.map(({ exposure, limit }) => (exposure ?? new Decimal(0)).dividedBy(limit))),
  );
  const text = withLimitMark(roundTo(index, 2), index, '1');
  const upper = withoutCalculationNoise(
    sumOf(limitShares.map(({ result, limit, times }) => valueForMean(result, set).dividedBy(limit).times(times))),
  );
  const allCensored = limitShares.every(({ exposure }) => exposure === null);
  // If nothing was detected, minima with a sum above 1 prove nothing (as for C_TWA, GBZ 331-2024 G.1.1.2 b).
  const upperVerdict = verdictOf(
    { lower: allCensored && follows331(set) ? lowestIndex : index, upper: upper.greaterThan(index) ? upper : index },
    '1',
  );
  const verdict = missingHazards.length > 0 && upperVerdict !== 'exceeds' ? 'toVerify' : upperVerdict;
  const entering = ({ num, censored }: Result): string => (censored && !follows331(set) ? `${num}/2` : num);
  const substituted = limitShares.some(({ result }) => result.censored);
  const bySubstitution = substituted && verdict === 'exceeds' && lowestIndex.lessThanOrEqualTo(1);
  return {
    kind: kind === 'twa' ? 'jointTwa' : 'jointStel',
    day,
    point: '',
    sampleNos: [...new Set(limitShares.flatMap(({ sampleNos }) => sampleNos))],
    measured: { text: roundTo(index, 2), num: index.toString(), censored: false },
    text,
    unit: '',
    limit: '1',
    limitId: null,
    standard: 'GBZ 2.1-2019',
    verdict,
    reason:
      verdict === 'toVerify'
        ? `${missingHazards.join('、')}的结果没有计入，不能判定联合作用`
        : verdict === 'undetermined'
          ? allCensored
            ? '各物质均低于最低定量浓度，最低定量浓度与限值之比合计大于1'
            : `采样超过${shortMinutes} min，平均浓度不能代表15 min浓度`
          : bySubstitution
            ? '仅因低于最低定量浓度的样品计入而超过1，建议增大采样体积后复测'
            : null,
    working: `${jointSymbols[kind]}=${limitShares.map(({ result, limit }) => `${entering(result)}/${limit}`).join('+')}=${text}`,
    lowest: substituted ? lowestIndex.toString() : null,
    norm: set,
  };
}

const isStated = (values: readonly JudgedValue[], kind: (typeof jointLimitKinds)[number]): boolean =>
  values.some((value) => value.kind === (kind === 'twa' ? 'jointTwa' : 'jointStel'));

/**
 * Judges substances that were sampled on different days only. If the ratio of their highest values is at most 1,
 * every day conforms; otherwise the verdict is unknown.
 */
function acrossDays(
  members: readonly JudgedPost[],
  kind: (typeof jointLimitKinds)[number],
  days: readonly string[],
): JudgedValue[] {
  const last = days.at(-1) ?? '';
  if (!follows331(standardEditionOn(last))) return [];
  const ratioOf = ({ result, limit }: LimitShare): Decimal => new Decimal(result.num).dividedBy(limit);
  const limitShares = members.flatMap((member) =>
    days
      .flatMap((day) => shareOf(member, kind, day))
      .sort((a, b) => ratioOf(b).comparedTo(ratioOf(a)))
      .slice(0, 1),
  );
  if (limitShares.length < 2) return [];
  const value = valueOf(limitShares, kind, last, []);
  return value.verdict === 'conforms'
    ? [value]
    : [{ ...value, verdict: 'toVerify', reason: '各物质不在同一日采样，合计不能说明同一日的联合作用' }];
}

/** Returns the lines for substances of one group at a post, in addition to the lines of each substance. */
export function jointPosts(
  posts: readonly JudgedPost[],
  { hazards, unjudged }: Pick<ResultFacts, 'hazards' | 'unjudged'>,
): JudgedPost[] {
  if (unjudged !== null) return [];
  const groupOf = ({ hazard }: JudgedPost): string | null => hazards.get(hazard)?.jointEffect?.trim() || null;
  const memberGroups = groupBy(
    posts.filter((post) => groupOf(post) !== null),
    (post) => [post.workshop ?? '', post.place, groupOf(post)].join('\u0000'),
  );
  return memberGroups.flatMap((members): JudgedPost[] => {
    const [firstMember] = members;
    if (!firstMember || members.length < 2) return [];
    const days = [...new Set(members.flatMap(({ values }) => values.map(({ day }) => day)))].sort();
    const values = days.flatMap((day) =>
      jointLimitKinds.flatMap((kind) => {
        const limitShares = members.flatMap((member) => shareOf(member, kind, day));
        const missingMembers = limitShares.length > 0 ? members.filter((member) => isMissing(member, kind, day)) : [];
        return limitShares.length + missingMembers.length > 1
          ? [
              valueOf(
                limitShares,
                kind,
                day,
                missingMembers.map(({ hazardName }) => hazardName),
              ),
            ]
          : [];
      }),
    );
    const allValues = [
      ...values,
      ...jointLimitKinds.flatMap((kind) => (isStated(values, kind) ? [] : acrossDays(members, kind, days))),
    ];
    if (allValues.length === 0) return [];
    const name = `${members.map(({ hazardName }) => hazardName).join('、')}（联合作用）`;
    return [
      {
        ...firstMember,
        hazardName: name,
        verdict: worstVerdict(allValues.map(({ verdict }) => verdict)),
        values: allValues,
        tests: [],
        level: null,
        notes: [],
        joint: members.map(({ hazard }) => hazard),
      },
    ];
  });
}
