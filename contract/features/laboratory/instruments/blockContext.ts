import { isNumeric } from './cells/cellValues';
import { isElement } from './cells/chemicalElements';
import type { InstrumentProfile } from './instrumentProfile';

/** Facts in the head of a block that apply to the rows below it. */
export interface BlockContext {
  sample: string | null;
  sampleName: string | null;
  file: string | null;
  component: string | null;
  unit: string | null;
  time: string | null;
  vial: string | null;
  kind: string | null;
  signal: string | null;
  /** Counter that changes whenever the sample or the component is stated. */
  stated: number;
}

/** Returns the context before the first line of a file. */
export const emptyBlockContext = (): BlockContext => ({
  sample: null,
  sampleName: null,
  file: null,
  component: null,
  unit: null,
  time: null,
  vial: null,
  kind: null,
  signal: null,
  stated: 0,
});

type ContextKey = Exclude<keyof BlockContext, 'stated'>;

const keyPatterns: readonly (readonly [ContextKey, RegExp])[] = [
  ['sample', /^(?:sample id|sample no|sample number|injection name|样品编号|样品id|样品号|进样名称|probennummer)$/i],
  ['sampleName', /^(?:sample name|sample|injection|样品名称?|样品|probenname|probe)$/i],
  ['file', /^(?:data file|data file ?name|数据文件名?|数据文件名称|datendatei|datei)$/i],
  [
    'component',
    /^(?:element|analyte|component|compound|compound name|peak name|元素|测定元素|分析元素|组分|化合物|被测组分|by component)$/i,
  ],
  ['unit', /^(?:concentration unit|conc\.? unit|amount unit|result unit|units?|浓度单位|含量单位|单位)$/i],
  [
    'time',
    /^(?:injection date|acquired|acquired date|acquisition time|measured|inject time|inject\.? date|start time|进样时间|采集时间|采集日期|测量时间|分析日期|测定日期)$/i,
  ],
  ['vial', /^(?:location|vial|vial ?#|vial number|位置|样品瓶号?)$/i],
  ['kind', /^(?:sample type|injection type|样品类型)$/i],
  ['signal', /^(?:channel|signal|通道|信号)$/i],
];

const keyOf = (cell: string): string => cell.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
const bareKey = (cell: string): string => keyOf(cell).replace(/\s*[:=]+$/, '');

function ownKey(profile: InstrumentProfile, key: string): ContextKey | null {
  for (const [role, names] of Object.entries(profile.keys ?? {}))
    if (names.some((name) => name.toLowerCase() === key.toLowerCase())) return role as ContextKey;
  return null;
}

/** Returns the fact that a cell is the key of; null for none. */
export function keyRole(profile: InstrumentProfile, cell: string): ContextKey | null {
  const key = bareKey(cell);
  if (key === '' || key.length > 40) return null;
  return ownKey(profile, key) ?? keyPatterns.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

/** Returns whether a row begins with a key that the profile defines. */
export const beginsWithKey = (profile: InstrumentProfile, cells: readonly string[]): boolean =>
  ownKey(profile, bareKey(cells.find((cell) => cell !== '') ?? '')) !== null;

interface StatedFact {
  readonly key: ContextKey;
  readonly value: string;
}

/** Returns a key and its value within one cell, e.g. `Sample Name: Rutin_2`. */
function factInCell(profile: InstrumentProfile, cell: string): StatedFact | null {
  const match = /^([^:：=]{2,40}?)\s*[:：]\s*(.*)$/.exec(keyOf(cell));
  const key = match ? keyRole(profile, match[1] ?? '') : null;
  return match && key !== null ? { key, value: (match[2] ?? '').trim() } : null;
}

/**
 * Returns the facts in a row: a key and the cell after it, or a key and its value within one cell. A key without a
 * value states that the fact has none.
 */
export function factsOfRow(profile: InstrumentProfile, cells: readonly string[]): StatedFact[] {
  const foundFacts: StatedFact[] = [];
  const filledCells = cells.filter((cell) => cell !== '');
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    const factWithin = factInCell(profile, cell);
    if (factWithin && (factWithin.value !== '' || filledCells.length === 1)) {
      foundFacts.push(factWithin);
      continue;
    }
    const key = keyRole(profile, cell);
    const hasColon = /[:：=]$/.test(cell);
    // A key without a colon must stand first in its row, in a pair or before an element. Otherwise the cell is a
    // heading.
    const isFirst = index === 0 && (filledCells.length <= 2 || (key === 'component' && isElement(cells[1] ?? '')));
    if (key === null || !(hasColon || isFirst || ownKey(profile, bareKey(cell)))) continue;
    const value = cells[index + 1] ?? '';
    foundFacts.push({ key, value: /[:：]$/.test(value) && keyRole(profile, value) !== null ? '' : value });
    index += 1;
  }
  return foundFacts;
}

const fileStem = (path: string): string => (/[^\\/]+$/.exec(path)?.[0] ?? path).replace(/\.[A-Za-z]{1,4}$/, '');

/** Adds facts to the context. A new sample name removes the facts about the previous sample. */
export function stateFacts(context: BlockContext, statedFacts: readonly StatedFact[]): void {
  for (const { key, value } of statedFacts) {
    const text = value === '' || /^n\.?a\.?$/i.test(value) ? null : value;
    context[key] = key === 'file' && text !== null ? fileStem(text) : text;
    if (key === 'sample' || key === 'sampleName' || key === 'component' || key === 'file') context.stated += 1;
  }
}

/** Returns the name of a section in brackets, e.g. `[Peak Table(Ch1)]`. */
export const sectionOf = (cells: readonly string[]): string | null =>
  cells.length === 1 ? (/^\[(.+)\]$/.exec(cells[0] ?? '')?.[1]?.trim() ?? null) : null;

/** Returns the signal that a row names, e.g. `Signal 1: DAD1 A, Sig=254,8 Ref=off`, `信号 1: FID1 A,`. */
export function signalOf(cells: readonly string[]): string | null {
  const text = cells.join(' ');
  return /^(?:signal|信号)\s*\d+\s*[:：]\s*([^,，]+)/i.exec(text)?.[1]?.trim() ?? null;
}

/** Returns whether a row may be the head of a table: at least two cells, all of them words. */
export const isWordRow = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '').length >= 2 && !cells.some((cell) => cell !== '' && isNumeric(cell));
