import { type BlockContext, emptyBlockContext, factsOfRow, stateFacts } from './blockContext';
import { readValue } from './cells/cellValues';
import { isQuantity, type ColumnRole } from './cells/columnHeadings';
import type { InstrumentProfile, Positions } from './instrumentProfile';
import type { Quantity, ReadLine, SourceRow, SourceSheet } from './instrumentReading';
import { instrumentTexts } from './instrumentTexts';
import type { DecimalMark } from './peakNumber';

// Reads rows without heads, or with heads in other columns. The profile states the column of each role.

const matchesRow = (row: SourceRow, rows: InstrumentProfile['rows']): boolean =>
  Object.entries(rows ?? {}).every(([at, pattern]) => new RegExp(pattern, 'i').test(row.cells[Number(at)] ?? ''));

const cellOf = (row: SourceRow, positions: Positions, role: ColumnRole): string | null => {
  const at = positions[role];
  return at === undefined ? null : row.cells[at]?.trim() || null;
};

const hasSample = ({ positions }: InstrumentProfile): boolean =>
  positions?.sample !== undefined || positions?.sampleName !== undefined;

interface CurrentSample {
  sample: string | null;
  number: number;
  readonly components: Set<string>;
}

/**
 * Returns the sample of a numbered row: its own, or the sample of the row above as long as the number increases and
 * no component repeats. Otherwise the row with the sample is missing.
 */
function numberedSample(
  profile: InstrumentProfile,
  row: SourceRow,
  owner: CurrentSample,
  component: string | null,
): string | null {
  const rule = profile.numbered;
  if (!rule) return null;
  const number = Number(new RegExp(rule.pattern, 'i').exec(row.cells[rule.column] ?? '')?.[1] ?? Number.NaN);
  const ownSample = cellOf(row, profile.positions ?? {}, 'sample');
  const broken = !(number > owner.number) || (component !== null && owner.components.has(component));
  if (ownSample !== null || broken) {
    owner.sample = ownSample;
    owner.components.clear();
  }
  owner.number = number;
  if (component !== null) owner.components.add(component);
  return owner.sample;
}

function linesOfRow(
  profile: InstrumentProfile,
  sheet: string,
  row: SourceRow,
  context: BlockContext,
  sample: string | null,
  decimalMark: DecimalMark | null,
): ReadLine[] {
  const positions = profile.positions ?? {};
  const cell = (role: ColumnRole) => cellOf(row, positions, role);
  return Object.entries(positions).flatMap(([role, index]) => {
    const text = row.cells[index ?? -1] ?? '';
    if (!isQuantity(role as ColumnRole) || text === '') return [];
    const { value, unit, reason } = readValue(text, decimalMark, row.numbers?.[index ?? -1] ?? null);
    const isMeasured = role === 'concentration' || role === 'amount' || role === 'result';
    return {
      line: row.line,
      sheet,
      sample,
      otherNames: [],
      component: cell('component') ?? (positions.component === undefined ? context.component : null),
      quantity: role as Quantity,
      value,
      text,
      unit: unit ?? (isMeasured ? cell('unit') : null),
      replicate: null,
      time: cell('time') ?? context.time,
      vial: cell('vial') ?? context.vial,
      kind: cell('kind') ?? context.kind,
      signal: cell('signal') ?? context.signal,
      retention: cell('retention'),
      reason: reason ?? (sample === null ? instrumentTexts.sampleLost : null),
    };
  });
}

interface PositionBlock {
  context: BlockContext;
  /** Whether rows of the block have been read. */
  begun: boolean;
  readonly components: Set<string>;
  /** Headings and other rows of the block. */
  readonly otherRows: Set<string>;
}

const newBlock = (): PositionBlock => ({
  context: emptyBlockContext(),
  begun: false,
  components: new Set(),
  otherRows: new Set(),
});

/** Returns the block after a row of another shape: with new facts, or without the facts above. */
function blockAfter(profile: InstrumentProfile, row: SourceRow, block: PositionBlock): PositionBlock {
  const statedFacts = factsOfRow(profile, row.cells);
  if (statedFacts.length === 0) {
    const text = row.cells.join('|');
    const isRepeated = text !== '' && block.otherRows.has(text);
    block.otherRows.add(text);
    return block.begun || isRepeated ? newBlock() : block;
  }
  const nextPositionBlock = newBlock();
  stateFacts(nextPositionBlock.context, statedFacts);
  return nextPositionBlock;
}

/**
 * Reads rows by their positions. Rows of another shape state facts or end a block. Where the block names the sample, a
 * repeated component shows that the line between two samples is missing.
 * @param profile positions of the instrument's values
 * @param decimalMark decimal mark of the file; null if it is unknown
 */
export function readPositions(
  profile: InstrumentProfile,
  sheet: SourceSheet,
  decimalMark: DecimalMark | null,
): ReadLine[] {
  let block = newBlock();
  const owner: CurrentSample = { sample: null, number: 0, components: new Set() };
  return sheet.rows.flatMap((row) => {
    if (!matchesRow(row, profile.rows)) {
      block = blockAfter(profile, row, block);
      return [];
    }
    const component = cellOf(row, profile.positions ?? {}, 'component');
    if (component !== null && block.components.has(component) && !hasSample(profile)) block = newBlock();
    if (component !== null) block.components.add(component);
    block.begun = true;
    const { context } = block;
    const sample = profile.numbered
      ? numberedSample(profile, row, owner, component)
      : hasSample(profile)
        ? cellOf(row, profile.positions ?? {}, 'sample')
        : (context.sample ?? context.sampleName ?? context.file);
    return linesOfRow(profile, sheet.name, row, context, sample, decimalMark);
  });
}
