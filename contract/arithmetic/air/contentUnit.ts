import { constant, type Decimal } from '../numbers/number';
import { LabProblem } from '../numbers/problem';

// 含量单位 of curves and detection limits (DOMAIN §0, 3; §9, 8): people write them as they are used to, and a thousandth of
// one is another.

export interface ContentUnit {
  /** By the volume of a solution, or of the whole tube or sample. */
  readonly byVolume: boolean;
  /** μg in one of it, or μg/mL. */
  readonly micrograms: Decimal;
}

const masses: Readonly<Record<string, number>> = { ng: -3, μg: 0, ug: 0, mg: 3 };
const volumes: Readonly<Record<string, number>> = { ml: 0, l: -3 };

/**
 * Null of what is no mass, or no mass by millilitres or litres. μg/L is ng/mL; what stands behind in words, 管 or （气）,
 * is no part of it.
 */
export function contentUnitOf(unit: string): ContentUnit | null {
  const read = /^(ng|[μµu]g|mg)(?:\/([A-Za-z]+)(?![A-Za-z³0-9])|\/\p{Script=Han}+)?(?:[（(].*[）)])?$/u.exec(
    unit.replaceAll(/\s/g, ''),
  );
  if (!read) return null;
  const mass = masses[(read[1] ?? '').replace('µ', 'μ')] ?? 0;
  const volume = read[2] === undefined ? 0 : volumes[read[2].toLowerCase()];
  return volume === undefined ? null : { byVolume: read[2] !== undefined, micrograms: constant(`1e${mass + volume}`) };
}

/**
 * How many of one unit are in one of another.
 * @throws LabProblem where they can't be compared, or one of them isn't known
 */
export function unitsIn(from: string, to: string, what: string): Decimal {
  const [one, other] = [contentUnitOf(from), contentUnitOf(to)];
  for (const [unit, known] of [
    [from, one],
    [to, other],
  ] as const)
    if (!known)
      throw new LabProblem('outOfRange', `${what}的单位“${unit}”无法换算，请填写ng、μg、mg，或ng/mL、μg/mL、mg/L等`);
  if (!one || !other || one.byVolume !== other.byVolume)
    throw new LabProblem('outOfRange', `${what}的单位${from}与${to}不一致，请换算为${to}后填写`);
  return one.micrograms.dividedBy(other.micrograms);
}
