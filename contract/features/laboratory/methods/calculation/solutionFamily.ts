import {
  conversionOf,
  dilutionOf,
  efficiencyOf,
  internalStandard,
  massInSolution,
} from '@contract/arithmetic/air/airConcentration';
import { blankSuspicious, relativeDeviation } from '@contract/arithmetic/curves/qualityControl';
import {
  Decimal,
  meanOf,
  numberOf,
  withoutCalculationNoise,
  standardDeviation,
} from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import type { LabRow, Note, WorkingInput } from './labRecord';
import {
  blankToSubtract,
  calculatedInput,
  contentOf,
  type CalculationFamily,
  isFilledIn,
  meanReading,
  notBelowZero,
  type SheetContext,
  type Reading,
  shownPercent,
  typedInput,
} from './methodFamily';

// C = (c − c0)·v·k·f/(V0·E) for one response and a solution (DOMAIN §4.5). The blank is subtracted as a content,
// never as a response, so the result is correct on a logarithmic axis too.

interface SolutionOptions {
  /** Keys of the readings whose mean is the response. */
  readonly responses: readonly string[];
  readonly label: string;
  readonly arePeakAreas?: boolean;
  /** Whether the result is divided by an efficiency; `optional`: only where one is given. */
  readonly efficiency?: boolean | 'optional';
  /** Whether 换算系数 converts from the measured to the reported substance; `optional`: only where one is given. */
  readonly factor?: boolean | 'optional';
  readonly usesInternalStandard?: boolean;
  /** Maximum relative standard deviation of repeated readings, %. */
  readonly readingsRsd?: string;
  readonly volumeLabel: string;
}

/** Text printed for a blank that is not detected (GBZ 331-2024 G.1.2.3). */
export const notDetected = '未检出';

/**
 * Warns of a suspicious blank, if a detection limit is known.
 * @param blank content of the blank
 * @param sample content of the sample, in the same unit
 * @param lod detection limit, in the same unit; null gives no note
 */
export function blankNotes(blank: Decimal, sample: Decimal, lod: Decimal | null): Note[] {
  return lod !== null && lod.greaterThan(0) && blankSuspicious(blank, sample, lod)
    ? [{ level: 'warning', message: '空白异常：高于检出限且超过样品的10%' }]
    : [];
}

function repeatNotes(readings: readonly string[], label: string, maxRsd: string): Note[] {
  if (readings.length < 2) return [];
  const values = readings.map((reading) => numberOf(reading, label));
  const mean = meanOf(values, label);
  if (mean.isZero()) return [];
  const rsd = relativeDeviation(standardDeviation(values, label), mean);
  return withoutCalculationNoise(rsd).greaterThan(maxRsd)
    ? [{ level: 'warning', message: `${label}重复读数的RSD为${shownPercent(rsd)}%，超过${maxRsd}%` }]
    : [];
}

/** Returns the content for the mean response, corrected by the internal standard where the record has one. */
function readSolution(options: SolutionOptions, row: LabRow, sheet: SheetContext): Reading {
  const { responses, label, arePeakAreas } = options;
  const mean = meanReading(row.readings, responses, label);
  const reference = sheet.settings.internalReference;
  const internal =
    options.usesInternalStandard &&
    isFilledIn(row.readings['internalStandard']) &&
    reference !== null &&
    reference !== undefined;
  const correctedReading = internal ? internalStandard(mean, reference, row.readings['internalStandard'] ?? '') : null;
  const { content, notes } = contentOf(correctedReading?.intensity ?? mean, { sheet, label, peaks: arePeakAreas });
  const recoveryNotes: Note[] =
    correctedReading && !correctedReading.passes
      ? [{ level: 'warning', message: `内标回收率${shownPercent(correctedReading.recovery)}%，不在70%～130%之间` }]
      : [];
  const repeatabilityNotes: Note[] = options.readingsRsd
    ? repeatNotes(responses.flatMap((key) => row.readings[key] ?? []).filter(isFilledIn), label, options.readingsRsd)
    : [];
  return {
    contents: { content, ...(responses.length > 1 ? { response: mean } : {}) },
    notes: [...notes, ...recoveryNotes, ...repeatabilityNotes],
  };
}

/** Returns the calculation of a sample dissolved in a solution. */
export function solutionFamily(options: SolutionOptions): CalculationFamily {
  const { responses, arePeakAreas, volumeLabel } = options;
  return {
    responses,
    dependsOnAirVolume: true,
    acceptsNanograms: true,
    subtractsBlanks: true,
    amountSymbol: '(c-c0)',
    readContents: (row, sheet) => readSolution(options, row, sheet),
    measure(row, { contents, notes }, blank, sheet) {
      const content = contents['content'] ?? new Decimal(0);
      const ownBlank = isFilledIn(row.readings['blankResponse'])
        ? contentOf(numberOf(row.readings['blankResponse'], '空白响应值'), {
            sheet,
            label: '空白响应值',
            peaks: arePeakAreas,
          }).content
        : blank['content'];
      // A blank that is not detected counts as 0 (GBZ 331-2024 F.9, F.11, F.13).
      const c0 = blankToSubtract(row, ownBlank, sheet.lod);
      const isBlankNotDetected = ownBlank !== undefined && c0.isZero() && ownBlank.greaterThan(0);
      const { solutionVolume, dilution, factor, efficiency } = row.readings;
      const k = dilutionOf(dilution);
      const f = options.factor ? conversionOf(factor) : new Decimal(1);
      const isDivided = options.efficiency === true || (options.efficiency === 'optional' && isFilledIn(efficiency));
      const e = isDivided ? efficiencyOf(efficiency, '洗脱效率') : new Decimal(1);
      const isConverted = options.factor === true || (options.factor === 'optional' && isFilledIn(factor));
      const scale = sheet.contentsInNanograms ? 1000 : 1;
      const unit = sheet.contentsInNanograms ? 'ng/mL' : 'μg/mL';
      const inputs = (): WorkingInput[] => [
        calculatedInput('c', '测得浓度', content, unit),
        calculatedInput('c0', isBlankNotDetected ? '空白浓度（未检出，以0计）' : '空白浓度', c0, unit),
        typedInput('v', volumeLabel, solutionVolume ?? '', 'mL'),
        typedInput('k', '稀释倍数', k.toString()),
        ...(isConverted
          ? [{ symbol: 'f', label: '换算系数', shown: roundSignificant(f, 5), raw: f.toString(), unit: '' }]
          : []),
        ...(isDivided ? [typedInput('E', '洗脱效率', e.toString())] : []),
      ];
      return {
        amount: content.minus(c0),
        massOf: (amount) =>
          massInSolution(amount, solutionVolume, dilution, volumeLabel).times(f).dividedBy(e).dividedBy(scale),
        solutionVolume: numberOf(solutionVolume, volumeLabel, { above: '0' }),
        factors: options.factor === 'optional' && isConverted ? ['f'] : [],
        divisors: options.efficiency === 'optional' && isDivided ? ['E'] : [],
        computed: { ...contents, blankContent: c0 },
        ...(isBlankNotDetected ? { texts: { blankContent: notDetected } } : {}),
        inputs,
        notes: [...notes, ...blankNotes(notBelowZero(ownBlank ?? new Decimal(0)), content, sheet.lod)],
      };
    },
  };
}
