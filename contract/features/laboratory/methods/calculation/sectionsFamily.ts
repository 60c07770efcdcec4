import {
  breakthroughRule,
  checkBreakthrough,
  conversionOf,
  desorptionGas,
  dilutionOf,
  directInjection,
  efficiencyOf,
  massInSolution,
} from '@contract/arithmetic/air/airConcentration';
import { volumeFactor } from '@contract/arithmetic/air/standardVolume';
import { Decimal, numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import type { LabRow, Note, WorkingInput } from './labRecord';
import {
  blankToSubtract,
  calculatedInput,
  contentOf,
  type CalculationFamily,
  isFilledIn,
  notBelowZero,
  type SheetContext,
  type Reading,
  shownContent,
  shownPercent,
  typedInput,
  zero,
} from './methodFamily';
import { blankNotes } from './solutionFamily';

// Gas chromatography of two sections or tubes, each net of its blank (DOMAIN §4.5).

type SectionRoute = 'solvent' | 'solution' | 'thermal1' | 'thermal2';

const moreCurve = '请补做含更高浓度点的标准曲线后重新测定';

/** Advice for a peak above the curve, where there is no column for a dilution factor. */
const beyondAdvice: Readonly<Record<'thermal1' | 'thermal2', string>> = {
  thermal1: moreCurve,
  thermal2: moreCurve,
};

const volumeOf = (route: SectionRoute, { readings }: LabRow): { key: string; label: string; value: string } | null => {
  if (route === 'thermal2') return null;
  if (route === 'thermal1')
    return {
      key: 'vg',
      label: '解吸气体积',
      value: isFilledIn(readings['gasVolume']) ? readings['gasVolume'] : String(desorptionGas),
    };
  return {
    key: 'v',
    label: route === 'solvent' ? '解吸液体积' : '吸收液体积',
    value: readings['solutionVolume'] ?? '',
  };
};

/** Labels a section's content, with the subtracted blank if any. */
const netLabel = (label: string, content: Decimal, blank: Decimal): string =>
  blank.isZero() ? label : `${label}（${shownContent(content)}扣空白${shownContent(blank)}）`;

/** Returns the dilution factor k and the conversion factor N, if given. */
const factorsOf = ({ readings }: LabRow): WorkingInput[] => [
  ...(isFilledIn(readings['dilution'])
    ? [typedInput('k', '稀释倍数', dilutionOf(readings['dilution']).toString())]
    : []),
  ...(isFilledIn(readings['factor']) ? [typedInput('N', '换算系数', conversionOf(readings['factor']).toString())] : []),
];

/** Returns the contents of both sections. A back section near zero is normal and gives no remark. */
function readSections(
  first: string,
  secondName: string,
  higher: { readonly beyond?: string },
  row: LabRow,
  sheet: SheetContext,
): Reading {
  const frontContent = contentOf(numberOf(row.readings['frontResponse'], `${first}峰面积`, { atLeast: '0' }), {
    sheet,
    label: `${first}峰面积`,
    peaks: true,
    ...higher,
  });
  const backContent = isFilledIn(row.readings['backResponse'])
    ? contentOf(numberOf(row.readings['backResponse'], `${secondName}峰面积`, { atLeast: '0' }), {
        sheet,
        label: `${secondName}峰面积`,
        peaks: true,
        ...higher,
      })
    : { content: zero, notes: [] };
  return {
    contents: { content: frontContent.content, backContent: notBelowZero(backContent.content) },
    notes: frontContent.notes,
  };
}

/** Returns the note on a breakthrough; `ratio` of the back to the front section is null if the front has nothing. */
const breakthroughNote = (ratio: Decimal | null): Note => ({
  level: 'error',
  message: ratio === null ? '穿透：后段检出而前段未检出' : `穿透：后段为前段的${shownPercent(ratio)}%`,
});

/** Returns the calculation for tubes with two sections (前段, 后段), by the method's route. */
export function sectionsFamily(route: SectionRoute): CalculationFamily {
  const thermal2 = route === 'thermal2';
  const unit = thermal2 ? 'ng' : 'μg/mL';
  const higher = route === 'thermal1' || thermal2 ? { beyond: beyondAdvice[route] } : {};
  const [firstName, secondName] = thermal2 || route === 'solution' ? ['前管', '后管'] : ['前段', '后段'];
  return {
    responses: ['frontResponse'],
    dependsOnAirVolume: true,
    subtractsBlanks: true,
    amountSymbol: thermal2 ? '(m1+m2)' : '(c1+c2)',
    readContents: (row, sheet) => readSections(firstName, secondName, higher, row, sheet),
    measure(row, { contents, notes }, blank, sheet) {
      const [frontAmount, backAmount] = [contents['content'] ?? zero, contents['backContent'] ?? zero];
      // A blank below the LOQ counts as 0 (GBZ 331-2024 F.7).
      const subtractedBlank = (key: string) => blankToSubtract(row, blank[key], sheet.loq);
      const [blank1, blank2] = [subtractedBlank('content'), subtractedBlank('backContent')];
      const [c1, c2] = [frontAmount.minus(blank1), notBelowZero(backAmount.minus(blank2))];
      const d = route === 'solution' ? new Decimal(1) : efficiencyOf(row.readings['efficiency'], '解吸效率');
      const factor = dilutionOf(row.readings['dilution']).times(conversionOf(row.readings['factor']));
      const dilutionInputs =
        route === 'solution' && !isFilledIn(row.readings['dilution']) ? [typedInput('k', '稀释倍数', '1')] : [];
      const factors = factorsOf(row);
      const volume = volumeOf(route, row);
      // The second of two bubblers collects what passes the first, so its content is not a breakthrough.
      const { ratio, broken } = checkBreakthrough(c1, c2, sheet.lod, sheet.settings.breakthrough ?? breakthroughRule);
      const breakthroughNotes = broken && route !== 'solution' ? [breakthroughNote(ratio)] : [];
      const [symbol, quantity] = thermal2 ? ['m', '含量'] : ['c', '浓度'];
      const inputs = (): WorkingInput[] => [
        calculatedInput(`${symbol}1`, netLabel(`${firstName}${quantity}`, frontAmount, blank1), c1, unit),
        calculatedInput(`${symbol}2`, netLabel(`${secondName}${quantity}`, backAmount, blank2), c2, unit),
        ...(volume ? [typedInput(volume.key, volume.label, volume.value, 'mL')] : []),
        ...dilutionInputs,
        ...factors,
        ...(route === 'solution' ? [] : [typedInput('D', '解吸效率', d.toString())]),
      ];
      return {
        amount: c1.plus(c2),
        massOf: (amount) =>
          (volume ? massInSolution(amount, volume.value, 1, volume.label) : amount.dividedBy(1000))
            .times(factor)
            .dividedBy(d),
        factors: factors.flatMap((input) => (route === 'solution' && input.symbol === 'k' ? [] : [input.symbol])),
        ...(volume && route !== 'thermal1'
          ? { solutionVolume: numberOf(volume.value, volume.label, { above: '0' }) }
          : {}),
        computed: { content: frontAmount, backContent: backAmount, blankContent: blank1, ...(ratio ? { ratio } : {}) },
        ...(ratio ? { texts: { ratio: shownPercent(ratio) } } : {}),
        inputs,
        notes: [
          ...notes,
          ...breakthroughNotes,
          ...blankNotes(notBelowZero(blank['content'] ?? zero), frontAmount, sheet.lod),
        ],
      };
    },
  };
}

/**
 * 直接进样: calculation for a gas sample that is injected directly. It is converted to standard conditions where the air
 * was outside their range.
 */
export const directFamily: CalculationFamily = {
  responses: ['frontResponse'],
  dependsOnAirVolume: false,
  subtractsBlanks: true,
  amountSymbol: 'c',
  readContents(row, sheet) {
    const { content, notes } = contentOf(numberOf(row.readings['frontResponse'], '峰面积', { atLeast: '0' }), {
      sheet,
      label: '峰面积',
      peaks: true,
      advice: moreCurve,
    });
    return { contents: { content }, notes };
  },
  measure(row, { contents, notes }, blank, sheet) {
    const content = contents['content'] ?? zero;
    const c0 = blankToSubtract(row, blank['content'], sheet.loq);
    const factors = factorsOf(row);
    const times = dilutionOf(row.readings['dilution']).times(conversionOf(row.readings['factor']));
    const net = content.minus(c0);
    // Air conditions of a client's sample may be unknown.
    const isMeasuredAir =
      row.temperature !== null && row.temperature !== undefined && row.pressure !== null && row.pressure !== undefined;
    const air = isMeasuredAir ? { temperature: row.temperature, pressure: row.pressure } : undefined;
    const factor = air ? volumeFactor(air).factor : new Decimal(1);
    return {
      amount: net,
      convertToResult: (amount) => directInjection(amount, air).times(times),
      factors: factors.map((input) => input.symbol),
      computed: { content, conversion: factor },
      texts: { conversion: roundSignificant(factor, 4) },
      inputs: () => [
        calculatedInput('c', netLabel('样品气浓度', content, c0), net, 'μg/mL'),
        ...factors,
        calculatedInput('K', '标准状态换算系数', factor, ''),
      ],
      notes: [...notes, ...blankNotes(notBelowZero(blank['content'] ?? zero), content, sheet.lod)],
    };
  },
};
