import { type Decimal, settled } from '../../lab/number';
import type { Result } from '../../lab/result';
import type { Working, WorkingInput } from './record';

// A record's rows have one formula.
const read = new Map<string, readonly string[]>();
const mostRead = 200;

/** What stands between the symbols of a formula, and at each second place a symbol. */
function partsOf(formula: string): readonly string[] {
  const held = read.get(formula);
  if (held) return held;
  if (read.size >= mostRead) read.clear();
  const parts = formula.split(/(\p{L}[\p{L}\p{N}]*)/u);
  read.set(formula, parts);
  return parts;
}

const bracketed = (shown: string): string => (shown.startsWith('-') ? `(${shown})` : shown);

/** The right side of a formula with the numbers in the place of their symbols; an unknown symbol stays. */
export function substitute(formula: string, inputs: readonly WorkingInput[], by: 'shown' | 'raw' = 'shown'): string {
  let text = '';
  for (const [at, part] of partsOf(formula).entries()) {
    const input = at % 2 ? inputs.findLast(({ symbol }) => symbol === part) : undefined;
    text += input ? bracketed(input[by]) : part;
  }
  return text;
}

/**
 * The formula of an incoming sample whose volume of air nobody knows: the mass in the sample, or what a millilitre of its solution holds.
 */
export function withoutAir(formula: string, unit: string): string {
  const mass = formula.replace(/\(V0×([^)]+)\)/, '$1').replace('/V0', '');
  if (unit === 'μg/样品' || mass === '') return mass;
  const [left, right] = [mass.slice(0, mass.indexOf('=')), mass.slice(mass.indexOf('=') + 1)];
  return `${left}=${right}/${right.includes('Vt') ? 'Vt' : 'v'}`;
}

/**
 * How a result came about.
 * @param formula with its left side: C=(c1+c2)×v/(V0×D)
 */
export function workingOf(formula: string, inputs: readonly WorkingInput[], raw: Decimal, result: Result, unit: string): Working {
  const rounding = result.censored ? `测得量低于检出限，报出小于最低检出浓度${result.num}` : `${settled(raw).toString()}按GB/T 8170一次修约为${result.text}`;
  const right = formula.slice(formula.indexOf('=') + 1);
  return { formula, inputs, substituted: `${formula}=${substitute(right, inputs)}=${result.text}${unit && ` ${unit}`}`, raw: settled(raw).toString(), rounding };
}
