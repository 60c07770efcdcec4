import { conversionFactor, massOfAliquot } from '@contract/arithmetic/air/airConcentration';
import { visualContent, visualMatches, type VisualMatch } from '@contract/arithmetic/curves/visualComparison';
import { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import { Decimal, numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import type { LabRow, WorkingInput } from './labRecord';
import {
  blankToSubtract,
  calculatedInput,
  contentOf,
  type CalculationFamily,
  isFilledIn,
  notBelowZero,
  shownContent,
  typedInput,
  zero,
} from './methodFamily';
import { blankNotes } from './solutionFamily';

// C = m·(Vt/Va)·k/V0, with the content of a tube measured in an aliquot of the solution (DOMAIN §4.5, §4.6).

const aliquotInputs = ({ readings }: LabRow): WorkingInput[] => [
  typedInput('Vt', '样品溶液总体积', readings['totalVolume'] ?? '', 'mL'),
  typedInput('Va', '取样体积', readings['takenVolume'] ?? '', 'mL'),
];
const totalMass = ({ readings }: LabRow, amount: Decimal, k?: string | null): Decimal =>
  massOfAliquot(amount, readings['totalVolume'], readings['takenVolume'], k);
const solutionOf = ({ readings }: LabRow): Decimal =>
  numberOf(readings['totalVolume'], '样品溶液总体积', { above: '0' });

/** Calculation of spectrophotometry, which converts absorbance to μg in the tube. */
export const aliquotFamily: CalculationFamily = {
  responses: ['response'],
  dependsOnAirVolume: true,
  subtractsBlanks: true,
  amountSymbol: 'm',
  readContents(row, sheet) {
    const { content, notes } = contentOf(numberOf(row.readings['response'], '吸光度'), { sheet, label: '吸光度' });
    return { contents: { content }, notes };
  },
  measure(row, { contents, notes }, blank, sheet) {
    const content = contents['content'] ?? zero;
    const ownBlank = isFilledIn(row.readings['blankResponse'])
      ? contentOf(numberOf(row.readings['blankResponse'], '空白吸光度'), { sheet, label: '空白吸光度' }).content
      : blank['content'];
    const m0 = blankToSubtract(row, ownBlank, sheet.lod);
    const net = content.minus(m0);
    return {
      amount: net,
      massOf: (amount) => totalMass(row, amount, row.readings['dilution']),
      solutionVolume: solutionOf(row),
      computed: { content, blankContent: m0 },
      inputs: () => [
        calculatedInput(
          'm',
          m0.isZero() ? '含量' : `含量（${shownContent(content)}扣空白${shownContent(m0)}）`,
          net,
          'μg',
        ),
        ...aliquotInputs(row),
        typedInput('k', '稀释倍数', isFilledIn(row.readings['dilution']) ? row.readings['dilution'] : '1'),
      ],
      notes: [...notes, ...blankNotes(notBelowZero(ownBlank ?? zero), content, sheet.lod)],
    };
  },
};

/**
 * Calculation of phosphorus trichloride: total phosphorus of the oxidised part minus the phosphate present before
 * (not yet compared with the standard).
 */
export const pcl3Family: CalculationFamily = {
  responses: ['oxidised', 'unoxidised'],
  dependsOnAirVolume: true,
  subtractsBlanks: true,
  amountSymbol: '(m氧化-m未氧化)',
  readContents(row, sheet) {
    const oxidised = contentOf(numberOf(row.readings['oxidised'], '氧化管吸光度'), { sheet, label: '氧化管吸光度' });
    const unoxidised = contentOf(numberOf(row.readings['unoxidised'], '未氧化管吸光度'), {
      sheet,
      label: '未氧化管吸光度',
    });
    return {
      contents: { oxidisedContent: oxidised.content, unoxidisedContent: unoxidised.content },
      notes: oxidised.notes,
    };
  },
  measure(row, { contents, notes }, blank, sheet) {
    const net = (channel: string) => (contents[channel] ?? zero).minus(blankToSubtract(row, blank[channel], sheet.lod));
    const [oxidised, unoxidised] = [net('oxidisedContent'), notBelowZero(net('unoxidisedContent'))];
    const f = sheet.settings.curveBasis === 'P' ? conversionFactor('phosphorusTrichloride') : new Decimal(1);
    return {
      amount: oxidised.minus(unoxidised),
      massOf: (amount) => totalMass(row, amount).times(f),
      solutionVolume: solutionOf(row),
      computed: { ...contents, difference: oxidised.minus(unoxidised) },
      inputs: () => [
        calculatedInput('m氧化', '氧化管含量（扣空白）', oxidised, 'μg'),
        calculatedInput('m未氧化', '未氧化管含量（扣空白）', unoxidised, 'μg'),
        { symbol: 'f', label: '换算系数', shown: roundSignificant(f, 5), raw: f.toString(), unit: '' },
        ...aliquotInputs(row),
      ],
      notes,
    };
  },
};

const isMatch = (match: string): match is VisualMatch => Object.hasOwn(visualMatches, match);

/** Calculation of visual comparison. A result below the first coloured tube counts as not detected. */
export const visualFamily: CalculationFamily = {
  responses: ['match'],
  dependsOnAirVolume: true,
  subtractsBlanks: false,
  amountSymbol: 'm',
  readContents(row, { tubes, curveUnitFactor }) {
    const match = row.readings['match'] ?? '';
    if (!isMatch(match)) throw new CalculationProblem('missing', '请选择匹配方式');
    // The record must name its series of tubes; without one the tube numbers have no meaning.
    if (!tubes?.length) throw new CalculationProblem('missing', '请先选择已审核的标准系列，再与其中的管比色');
    // A blank may equal the zero tube; a sample is never reported as equal to it.
    if (
      row.blank &&
      match === 'equal' &&
      isFilledIn(row.readings['lowTube']) &&
      numberOf(row.readings['lowTube'], '下限管含量', { atLeast: '0' }).isZero()
    )
      return { contents: { content: zero }, notes: [] };
    const { content: tubeContent, censored } = visualContent(
      match,
      row.readings['lowTube'],
      row.readings['highTube'],
      tubes,
    );
    const content = tubeContent.times(curveUnitFactor);
    return { contents: { content, ...(censored ? { censored: content } : {}) }, notes: [] };
  },
  measure(row, { contents }) {
    const content = contents['content'] ?? zero;
    return {
      amount: content,
      ...(contents['censored'] ? { upperBound: content } : {}),
      massOf: (amount) => totalMass(row, amount),
      solutionVolume: solutionOf(row),
      computed: { content },
      inputs: () => [calculatedInput('m', '样品含量', content, 'μg'), ...aliquotInputs(row)],
      notes: [],
    };
  },
};
