import { mixtureIndex } from '@contract/arithmetic/air/exposure';
import { exactly, verdictOf } from '@contract/arithmetic/limits/interval';
import { worstOf } from '@contract/arithmetic/limits/judgement';
import { follows331, normSetOn } from '@contract/arithmetic/limits/normSet';
import { Decimal, settled, sumOf } from '@contract/arithmetic/numbers/number';
import type { Result } from '@contract/arithmetic/numbers/result';
import { markedAgainst, roundTo } from '@contract/arithmetic/numbers/rounding';
import type { ResultFacts } from '../resultFacts';
import { groupBy, type JudgedValue } from './judgedValue';
import type { JudgedPost } from './judgeResults';

// 联合作用: substances that act on one organ alike are judged together, on C_TWA and likewise on C_STE (GBZ 2.1-2019
// A.3.2.2).

/** The highest value of a kind that a substance has at a post on a day. */
interface Share {
  readonly name: string;
  readonly result: Result;
  readonly limit: string;
  readonly sampleNos: readonly string[];
}

const kinds = ['twa', 'stel'] as const;
const symbols = { twa: 'ITWA', stel: 'ISTE' } as const;

function shareOf({ hazardName, values }: JudgedPost, kind: (typeof kinds)[number], day: string): Share[] {
  const own = values.filter(
    (value) => value.kind === kind && value.day === day && value.measured !== null && Number(value.limit) > 0,
  );
  const [first, ...others] = own;
  if (!first) return [];
  const highest = others.reduce(
    (most, one) => (new Decimal(one.measured?.num ?? 0).greaterThan(most.measured?.num ?? 0) ? one : most),
    first,
  );
  return highest.measured && highest.limit
    ? [{ name: hazardName, result: highest.measured, limit: highest.limit, sampleNos: highest.sampleNos }]
    : [];
}

/** The mixed ratio of a day; one below its minimum enters with the minimum, and alone lifts nothing over 1 unsaid. */
function valueOf(shares: readonly Share[], kind: (typeof kinds)[number], day: string): JudgedValue {
  const set = normSetOn(day);
  const index = mixtureIndex(
    shares.map(({ result, limit }) => ({ concentration: result, limit })),
    set,
  );
  const lowest = settled(
    sumOf(shares.map(({ result, limit }) => new Decimal(result.censored ? 0 : result.num).dividedBy(limit))),
  );
  const text = markedAgainst(roundTo(index, 2), index, '1');
  const verdict = verdictOf(exactly(index), '1');
  const entering = ({ num, censored }: Result): string => (censored && !follows331(set) ? `${num}/2` : num);
  const substituted = shares.some(({ result }) => result.censored);
  const bySubstitution = substituted && verdict === 'exceeds' && lowest.lessThanOrEqualTo(1);
  return {
    kind: kind === 'twa' ? 'jointTwa' : 'jointStel',
    day,
    point: '',
    sampleNos: [...new Set(shares.flatMap(({ sampleNos }) => sampleNos))],
    measured: { text: roundTo(index, 2), num: index.toString(), censored: false },
    text,
    unit: '',
    limit: '1',
    limitId: null,
    standard: 'GBZ 2.1-2019',
    verdict,
    reason: bySubstitution ? '仅因低于最低定量浓度的样品计入而超过1，建议增大采样体积后复测' : null,
    working: `${symbols[kind]}=${shares.map(({ result, limit }) => `${entering(result)}/${limit}`).join('+')}=${text}`,
    lowest: substituted ? lowest.toString() : null,
    norm: set,
  };
}

/** Lines for substances of one group that are together at a post; each substance has its own lines besides. */
export function jointPosts(
  posts: readonly JudgedPost[],
  { hazards, unjudged }: Pick<ResultFacts, 'hazards' | 'unjudged'>,
): JudgedPost[] {
  if (unjudged !== null) return [];
  const groupOf = ({ hazard }: JudgedPost): string | null => hazards.get(hazard)?.jointEffect?.trim() || null;
  const together = groupBy(
    posts.filter((post) => groupOf(post) !== null),
    (post) => [post.workshop ?? '', post.place, groupOf(post)].join('\u0000'),
  );
  return together.flatMap((members): JudgedPost[] => {
    const [first] = members;
    if (!first || members.length < 2) return [];
    const days = [...new Set(members.flatMap(({ values }) => values.map(({ day }) => day)))].sort();
    const values = days.flatMap((day) =>
      kinds.flatMap((kind) => {
        const shares = members.flatMap((member) => shareOf(member, kind, day));
        return shares.length > 1 ? [valueOf(shares, kind, day)] : [];
      }),
    );
    if (values.length === 0) return [];
    const name = `${members.map(({ hazardName }) => hazardName).join('、')}（联合作用）`;
    return [
      {
        ...first,
        hazardName: name,
        verdict: worstOf(values.map(({ verdict }) => verdict)),
        values,
        tests: [],
        level: null,
        notes: [],
        joint: members.map(({ hazard }) => hazard),
      },
    ];
  });
}
