import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, meanOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundTo } from '@contract/arithmetic/numbers/roundingRules';
import { energyMean } from '@contract/arithmetic/physical/physicalFactors';
import { decimal, dict, type FieldMap, text } from '@contract/field';
import { unrestrictedSigner } from './formSigners';
import { type FormTable, type FormTables, rowsOf, type TableRow } from './formTable';
import { textItem, type ServiceForm, tablePart } from './serviceForm';

// Tests of an installation by pairs of readings (GBZ 331-2024 7.2.5.1 c): noise, vibration, microwave and heat before
// and after it, or inside and outside; noise and vibration with their spectrum.

const readingField = (label: string) => decimal(label, { required: true, digits: 3, min: '0' });
const [first, secondSide] = [
  ['one1', 'one2', 'one3'],
  ['two1', 'two2', 'two3'],
] as const;

const valuesOf = (row: TableRow, keys: readonly string[]): string[] =>
  keys.flatMap((key) => {
    const value = row[key];
    return value === undefined || value === null || value === '' ? [] : [String(value)];
  });

/** Returns the mean of the readings of one side: of noise by energy. Null unless there are three. */
function meanOfSide(row: TableRow, keys: readonly string[]): Decimal | null {
  const values = valuesOf(row, keys);
  if (values.length < keys.length) return null;
  const difference = outcomeOfCalculation(() =>
    row['factor'] === '噪声'
      ? energyMean(values)
      : meanOf(
          values.map((value) => new Decimal(value)),
          '读数',
        ),
  );
  return difference.ok ? difference.value : null;
}

/** Digits of means and differences. */
const levelDecimals = 2;
const roundedOrEmpty = (value: Decimal | null): string => (value === null ? '' : roundTo(value, levelDecimals));

/** Pairs of readings; `one1` to `one3` have the higher exposure: before the installation or outside its shelter. */
const pairsTable: FormTable = {
  key: 'pairs',
  columns: {
    workplace: text('工作场所', { required: true, max: 100 }),
    installation: text('防护设施', { required: true, max: 100 }),
    factor: dict('因素', { dict: 'pairedFactor', required: true }),
    way: dict('对比方式', { dict: 'pairedWay', required: true }),
    unit: text('单位', { required: true, max: 20, hint: 'dB(A)、m/s²、mW/cm²、℃' }),
    one1: readingField('设施前（外）1'),
    one2: readingField('设施前（外）2'),
    one3: readingField('设施前（外）3'),
    two1: readingField('设施后（内）1'),
    two2: readingField('设施后（内）2'),
    two3: readingField('设施后（内）3'),
  },
  computed: [
    { key: 'oneMean', label: '设施前（外）均值', of: (row) => roundedOrEmpty(meanOfSide(row, first)) },
    { key: 'twoMean', label: '设施后（内）均值', of: (row) => roundedOrEmpty(meanOfSide(row, secondSide)) },
    {
      key: 'difference',
      label: '降低值',
      of: (row) => {
        const [before, after] = [meanOfSide(row, first), meanOfSide(row, secondSide)];
        return before && after ? roundedOrEmpty(before.minus(after)) : '';
      },
    },
  ],
};

/** Centre frequencies of the octave bands, Hz. */
const octaveBands = ['8', '16', '31.5', '63', '125', '250', '500', '1000', '2000', '4000', '8000'] as const;
const bandKey = (band: string): string => `b${band.replace('.', '_')}`;
const bandColumns: FieldMap = Object.fromEntries(
  octaveBands.map((band) => [bandKey(band), decimal(`${band} Hz`, { digits: 3 })]),
);

const spectraTable: FormTable = {
  key: 'spectra',
  columns: {
    workplace: text('工作场所', { required: true, max: 100 }),
    installation: text('防护设施', { required: true, max: 100 }),
    factor: dict('因素', { dict: 'pairedFactor', required: true }),
    side: dict('位置', { dict: 'pairedSide', required: true }),
    ...bandColumns,
  },
};

/** Factors whose spectrum is measured. */
const withSpectrum: ReadonlySet<unknown> = new Set(['噪声', '振动']);
const measuredSides = ['设施前（外）', '设施后（内）'] as const;
const isSamePlace = (firstRow: TableRow, otherRow: TableRow): boolean =>
  ['workplace', 'installation', 'factor'].every((key) => String(firstRow[key] ?? '') === String(otherRow[key] ?? ''));

/** Lists pairs of noise and vibration without the spectrum of both sides, and spectra without a band. */
function spectrumFaults(tables: FormTables): string[] {
  const spectrumRows = rowsOf(tables, spectraTable);
  return [
    ...rowsOf(tables, pairsTable)
      .filter(({ factor }) => withSpectrum.has(factor))
      .flatMap((pair) =>
        measuredSides
          .filter((side) => !spectrumRows.some((row) => isSamePlace(row, pair) && row['side'] === side))
          .map(
            (side) =>
              `“${String(pair['installation'] ?? '')}”的${String(pair['factor'])}没有${side}的频谱，请在频谱表中填写`,
          ),
      ),
    ...spectrumRows
      .filter((row) => valuesOf(row, octaveBands.map(bandKey)).length === 0)
      .map((row) => `“${String(row['installation'] ?? '')}”的频谱没有读数`),
  ];
}

/** 防护设施效果检测记录 */
export const effectTestForm: ServiceForm = {
  key: 'effectTest',
  no: null,
  clause: '7.2.5.1',
  title: '防护设施效果检测记录',
  parts: [
    {
      title: '检测',
      items: [
        textItem('on', '检测日期', { required: true, hint: '例如2026-03-02' }),
        textItem('devices', '检测仪器及编号', { required: true }),
        textItem('running', '设施运行状况', { required: true }),
      ],
    },
    tablePart('成对读数', pairsTable),
    tablePart('频谱（倍频程）', { ...spectraTable, optional: true }),
    { title: '说明', items: [textItem('note', '说明', { long: true })] },
  ],
  signers: [unrestrictedSigner('检测人'), unrestrictedSigner('复核人')],
  check: (_values, tables) => spectrumFaults(tables),
};
