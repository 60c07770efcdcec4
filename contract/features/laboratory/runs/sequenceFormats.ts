import type { fixedDictionaries } from '@contract/dictionaries';
import type { Row } from '@contract/entity';
import { parseSequenceColumns, type SequenceColumn, type SequenceFact } from '@contract/rules/sequenceColumns';
import type { labRunInjection } from '../entities/labRunInjection';

// Sequence files of chromatography programs as data: the headings that their import accepts, and their words for the
// kinds of injections.

type SequenceInjection = Row<typeof labRunInjection>;
type FormatKey = (typeof fixedDictionaries.sequenceFormat)[number]['value'];

/** Words of a program for kinds of injections; it treats other kinds as samples. */
interface KindWords {
  readonly sample: string;
  readonly standard: string;
  readonly blank: string;
  readonly control: string;
  readonly spike?: string;
}

interface SequenceFormat {
  readonly columns: readonly SequenceColumn[];
  readonly kinds: KindWords;
}

const columnsOf = (columns: readonly (readonly [string, SequenceFact | { readonly fixed: string }])[]) =>
  columns.map(([heading, from]): SequenceColumn =>
    typeof from === 'string' ? { heading, from, fixed: '' } : { heading, from: null, fixed: from.fixed },
  );

const sequenceFormats: Readonly<Record<FormatKey, SequenceFormat>> = {
  chemStation: {
    columns: columnsOf([
      ['Location', 'vial'],
      ['Sample Name', 'name'],
      ['Inj/Location', { fixed: '1' }],
      ['Sample Type', 'kind'],
      ['Cal Level', 'level'],
      ['Datafile', 'file'],
      ['Sample Info', 'remark'],
    ]),
    kinds: { sample: 'Sample', standard: 'Calibration', blank: 'Blank', control: 'Ctrl Samp' },
  },
  openLab: {
    columns: columnsOf([
      ['Vial', 'vial'],
      ['Sample name', 'name'],
      ['Sample type', 'kind'],
      ['Level', 'level'],
      ['Injections/vial', { fixed: '1' }],
      ['Data file', 'file'],
      ['Description', 'remark'],
    ]),
    kinds: { sample: 'Sample', standard: 'Cal. Std.', blank: 'Blank', control: 'QC Check', spike: 'Spike' },
  },
  labSolutions: {
    columns: columnsOf([
      ['Vial#', 'vial'],
      ['Sample Name', 'name'],
      ['Sample ID', 'order'],
      ['Sample Type', 'kind'],
      ['Level#', 'level'],
      ['Data File', 'file'],
      ['Sample Comment', 'remark'],
    ]),
    kinds: { sample: 'Unknown', standard: 'Standard', blank: 'Blank', control: 'Control', spike: 'Spiked' },
  },
  chromeleon: {
    columns: columnsOf([
      ['Name', 'name'],
      ['Type', 'kind'],
      ['Level', 'level'],
      ['Position', 'vial'],
      ['Comment', 'remark'],
    ]),
    kinds: {
      sample: 'Unknown',
      standard: 'Calibration Standard',
      blank: 'Blank',
      control: 'Check Standard',
      spike: 'Spiked',
    },
  },
  massHunter: {
    columns: columnsOf([
      ['Sample Name', 'name'],
      ['Sample Position', 'vial'],
      ['Sample Type', 'kind'],
      ['Level Name', 'level'],
      ['Data File', 'file'],
      ['Comment', 'remark'],
    ]),
    kinds: { sample: 'Sample', standard: 'Calibration', blank: 'Blank', control: 'QC' },
  },
};

function kindWord(kindWords: KindWords, kind: string | null): string {
  if (kind === 'standard') return kindWords.standard;
  if (kind === 'blank' || kind === 'solvent') return kindWords.blank;
  if (kind === 'midpoint' || kind === 'control') return kindWords.control;
  return kind === 'spike' ? (kindWords.spike ?? kindWords.sample) : kindWords.sample;
}

const factOf = (row: SequenceInjection, factName: SequenceFact, order: number, kindWords: KindWords): string =>
  ({
    order: String(order),
    vial: row.vial ?? '',
    name: row.injectionName,
    kind: kindWord(kindWords, row.injectionKind),
    level: row.level === null ? '' : String(row.level),
    time: row.injectedAt ?? '',
    file: row.dataFile ?? '',
    remark: row.remark ?? '',
  })[factName];

/**
 * Quotes a cell where the delimiter requires it. A text that begins with `=`, `+`, `@`, a tab or a line end is escaped,
 * because a spreadsheet would calculate it; `-` stays, because instruments read negative numbers.
 */
const cellOf = (text: string): string => {
  const safeText = /^[=+@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
};

interface SequenceInstrument {
  readonly sequenceFormat: string | null;
  readonly sequenceColumns: string | null;
}

const isFormat = (key: string): key is FormatKey => Object.hasOwn(sequenceFormats, key);

/**
 * Formats a sequence as CSV for an instrument's program, with the columns of its format or of the instrument. Without
 * either, it uses the columns of ChemStation.
 * @param rows injections in their order
 */
export function sequenceCsv(
  { sequenceFormat, sequenceColumns }: SequenceInstrument,
  rows: readonly SequenceInjection[],
): string {
  const format = sequenceFormats[sequenceFormat !== null && isFormat(sequenceFormat) ? sequenceFormat : 'chemStation'];
  const columns = (sequenceColumns === null ? null : parseSequenceColumns(sequenceColumns)) ?? format.columns;
  const lines = [
    columns.map(({ heading }) => cellOf(heading)),
    ...rows.map((row, index) =>
      columns.map(({ from, fixed }) => cellOf(from === null ? fixed : factOf(row, from, index + 1, format.kinds))),
    ),
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
