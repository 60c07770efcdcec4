import {
  constantWeightTolerance,
  freeSilica,
  freeSilicaByCurve,
  silicaPercentText,
  type SilicaBand,
  silicaBandOf,
  weighedToConstant,
} from '@contract/arithmetic/air/dustFormulas';
import { checkParallel, parallelLimit } from '@contract/arithmetic/curves/qualityControl';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { type Decimal, meanOf, numberOf, withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import type { LabRow, Note } from './labRecord';
import {
  followsGbz331,
  contentOf,
  type CalculationFamily,
  isFilledIn,
  type Reading,
  type SheetContext,
  shownPercent,
  typedInput,
  zero,
} from './methodFamily';

// 游离二氧化硅: share in a dust, %, by weighing or by a curve (DOMAIN §3.2).

const bandLabels: Readonly<Record<SilicaBand, string>> = {
  below10: '<10%',
  to50: '10%～50%',
  to80: '>50%～80%',
  above80: '>80%',
};

/** Weights that must be constant: columns of the first and the second weighing, and the label. */
const weighingInputs = {
  crucible: ['crucibleMass', 'crucibleMass2', '坩埚质量'],
  residue: ['residueMass', 'residueMass2', '坩埚与残渣质量'],
  afterAcid: ['afterAcidMass', 'afterAcidMass2', 'HF处理后质量'],
} as const;
type WeightName = keyof typeof weighingInputs;

/** Returns the valid weight, with remarks on its two weighings (GBZ 331-2024 F.15). */
function weightOf(row: LabRow, weight: WeightName): { readonly mass: string; readonly notes: Note[] } {
  const [first, secondKey, label] = weighingInputs[weight];
  const { mass, difference, constant } = weighedToConstant(row.readings[first], row.readings[secondKey], label);
  const spreadNotes: Note[] =
    constant || !difference
      ? []
      : [
          {
            level: 'error',
            message: `${label}未恒重：两次称量相差${withoutCalculationNoise(difference).toString()} mg，应小于${constantWeightTolerance} mg，请灼烧至恒重`,
          },
        ];
  const missingNotes: Note[] =
    followsGbz331(row) && difference === null ? [{ level: 'warning', message: `${label}未填写第二次恒重称量值` }] : [];
  return { mass: String(mass ?? ''), notes: [...spreadNotes, ...missingNotes] };
}

/**
 * Returns the weights that a row uses. m1: crucible, m2: crucible with residue, m3: the same after hydrofluoric acid,
 * which replaces m1.
 */
const usedWeights = ({ readings }: LabRow): WeightName[] =>
  isFilledIn(readings['afterAcidMass']) ? ['residue', 'afterAcid'] : ['residue', 'crucible'];

function shareOf(row: LabRow, sheet: SheetContext): Reading {
  const { readings } = row;
  if (readings['technique'] !== 'infrared' && readings['technique'] !== 'diffraction') {
    const [crucible, residue, afterAcid] = [
      weightOf(row, 'crucible'),
      weightOf(row, 'residue'),
      weightOf(row, 'afterAcid'),
    ];
    const silicaShare = freeSilica({
      sample: readings['sampleMass'],
      crucible: crucible.mass,
      residue: residue.mass,
      afterAcid: afterAcid.mass,
    });
    return {
      contents: { share: silicaShare },
      notes: usedWeights(row).flatMap((weight) => weightOf(row, weight).notes),
    };
  }
  const measuredContent = isFilledIn(readings['response'])
    ? contentOf(numberOf(readings['response'], '吸光度'), { sheet, label: '吸光度', advice: '请减少取样量后重新测定' })
    : null;
  const mass = measuredContent?.content ?? numberOf(readings['measuredMass'], '红外/衍射测得量', { atLeast: '0' });
  return {
    contents: { share: freeSilicaByCurve(mass, readings['sampleMass']), measuredMass: mass },
    notes: measuredContent?.notes ?? [],
  };
}

/** Returns the shares of all rows of one sample; only the row's own share where it has no parallel. */
function parallelShares(row: LabRow, silicaShare: Decimal, sheet: SheetContext): Decimal[] {
  const siblings = sheet.rows.filter(
    (otherRow) => !otherRow.blank && otherRow.sample !== undefined && otherRow.sample === row.sample,
  );
  if (siblings.length < 2) return [silicaShare];
  return siblings.flatMap((sibling) => {
    const siblingShare = outcomeOfCalculation(() => shareOf(sibling, sheet).contents['share']);
    return siblingShare.ok && siblingShare.value ? [siblingShare.value] : [];
  });
}

/** Calculation of free silica. The mean of the parallels determines the band. */
export const silicaFamily: CalculationFamily = {
  responses: ['residueMass', 'measuredMass', 'response'],
  dependsOnAirVolume: false,
  subtractsBlanks: false,
  readContents: shareOf,
  measure(row, { contents, notes }, _blank, sheet) {
    const silicaShare = contents['share'] ?? zero;
    const shares = parallelShares(row, silicaShare, sheet);
    const mean = meanOf(shares, '游离二氧化硅含量');
    const [first, secondShare] = shares;
    const parallelCheck =
      first && secondShare && shares.length === 2 && !mean.isZero()
        ? checkParallel(first, secondShare, sheet.settings.parallelMax ?? parallelLimit)
        : null;
    const spreadNotes: Note[] =
      parallelCheck && !parallelCheck.passes
        ? [{ level: 'error', message: `平行样相对偏差${shownPercent(parallelCheck.deviation)}%，超过允许值` }]
        : [];
    const acid = isFilledIn(row.readings['afterAcidMass']);
    const weight = (symbol: string, kind: WeightName) =>
      typedInput(symbol, weighingInputs[kind][2], weightOf(row, kind).mass, 'mg');
    const masses = contents['measuredMass']
      ? [typedInput('m', '测得量', withoutCalculationNoise(contents['measuredMass']).toString(), 'mg')]
      : [weight('m2', 'residue'), acid ? weight('m3', 'afterAcid') : weight('m1', 'crucible')];
    return {
      amount: silicaShare,
      convertToResult: (amount) => amount,
      formula: contents['measuredMass'] ? 'F=m/G×100' : acid ? 'F=(m2-m3)/G×100' : 'F=(m2-m1)/G×100',
      unit: '%',
      formatResult: silicaPercentText,
      computed: { ...contents, mean, ...(parallelCheck ? { deviation: parallelCheck.deviation } : {}) },
      texts: {
        share: silicaPercentText(silicaShare),
        mean: silicaPercentText(mean),
        ...(parallelCheck ? { deviation: shownPercent(parallelCheck.deviation) } : {}),
        band: bandLabels[silicaBandOf(mean)],
      },
      inputs: () => [...masses, typedInput('G', '粉尘样品质量', row.readings['sampleMass'] ?? '', 'mg')],
      notes: [...notes, ...spreadNotes],
    };
  },
};
