import { checkLoad, dissolvedMass, leastIncrement, weighed } from '../../lab/dust';
import { Decimal, numberOf, settled } from '../../lab/number';
import { calculated, type Family, filled, notBelowZero, zero } from './family';
import type { Note, RecordSettings } from './record';

// C = Δm/V0 × 1000: what a filter gained, or an extraction took (DOMAIN §3.1, §3.5). mg and L.

const balanceOf = (settings: RecordSettings) => settings.balance ?? '0.01';
/** Most that two weighings may differ: twice the last digit of the balance (a convention; one laboratory allows 0.2 mg). */
const spreadOf = (settings: RecordSettings): Decimal => numberOf(settings.weighingSpread ?? new Decimal(balanceOf(settings)).times(2), '两次称量允许差');
/** A blank filter that changed no more than this is left alone (a convention). */
const steadyBlank = '0.02';
/** DOMAIN §3.1: the decimals of 0.2 mg/m³. */
const decimals = 1;

const shownMass = (value: Decimal): string => settled(value).toString();

export const dustFamily: Family = {
  responses: ['after1', 'after2'],
  air: true,
  blanks: true,
  shown: shownMass,
  read(row, { settings }) {
    const before = weighed([row.readings['before1'], row.readings['before2']], '采样前质量');
    const after = weighed([row.readings['after1'], row.readings['after2']], '采样后质量');
    const most = spreadOf(settings);
    const apart = (spread: Decimal, what: string): Note[] =>
      settled(spread).greaterThan(most) ? [{ level: 'warning', message: `${what}两次称量相差${shownMass(spread)}mg，超过${most.toString()}mg，请重新称量` }] : [];
    return {
      contents: { before: before.mean, after: after.mean, increment: after.mean.minus(before.mean) },
      notes: [...apart(before.spread, '采样前'), ...apart(after.spread, '采样后')],
    };
  },
  measure(_row, { contents, notes }, blank, { settings }) {
    const gained = contents['increment'] ?? zero;
    const drift = blank['increment'] ?? zero;
    const corrected = settled(drift.absoluteValue()).greaterThan(steadyBlank);
    const increment = corrected ? gained.minus(drift) : gained;
    const least = new Decimal(leastIncrement[balanceOf(settings)]);
    const load = checkLoad(increment, balanceOf(settings), settings.filterDiameter ?? 40);
    const remarks: Note[] = [
      ...(gained.isNegative() ? [{ level: 'warning' as const, message: '采样后质量小于采样前质量，请核对' }] : []),
      ...(corrected ? [{ level: 'info' as const, message: `已扣除空白滤膜增量${shownMass(drift)}mg` }] : []),
      ...(load === 'above' ? [{ level: 'error' as const, message: '增量超过滤膜的最大允许增量，请缩短采样时间后重新采样' }] : []),
    ];
    return {
      amount: increment,
      least,
      ...(load === 'below' ? { below: least } : {}),
      massOf: (amount) => amount.times(1000),
      decimals,
      computed: { ...contents, increment },
      texts: { load: { below: '低于最小增量', within: '合格', above: '超过最大增量' }[load] },
      // What the blank filter changed is part of the second mass's working, so that the printed line gives the printed result.
      inputs: () => [calculated('m2', '采样后质量', (contents['after'] ?? zero).minus(corrected ? drift : 0), 'mg', shownMass((contents['after'] ?? zero).minus(corrected ? drift : 0))), calculated('m1', '采样前质量', contents['before'] ?? zero, 'mg', shownMass(contents['before'] ?? zero))],
      notes: [...notes, ...remarks],
    };
  },
};

/** 苯溶物: what benzene took off the filter, less the blank's loss, typed or of the batch's blanks. */
export const extractionFamily: Family = {
  responses: ['afterExtraction'],
  air: true,
  blanks: true,
  shown: shownMass,
  read(row) {
    return { contents: { dissolved: dissolvedMass(row.readings['beforeExtraction'], row.readings['afterExtraction'], 0) }, notes: [] };
  },
  measure(row, { contents, notes }, blank, { settings }) {
    const taken = contents['dissolved'] ?? zero;
    const loss = filled(row.readings['blankLoss']) ? numberOf(row.readings['blankLoss'], '空白失重') : notBelowZero(blank['dissolved'] ?? zero);
    const net = taken.minus(loss);
    const least = new Decimal(leastIncrement[balanceOf(settings)]);
    return {
      amount: net,
      least,
      ...(settled(net).lessThan(least) ? { below: least } : {}),
      massOf: (amount) => amount.times(1000),
      decimals,
      computed: { dissolved: net },
      inputs: () => [calculated('Δm', '萃取失重', taken, 'mg', shownMass(taken)), calculated('m空', '空白失重', loss, 'mg', shownMass(loss))],
      notes: [...notes, ...(taken.isNegative() ? [{ level: 'warning' as const, message: '萃取后质量大于萃取前质量，请核对' }] : [])],
    };
  },
};
