import { efficiencyRule331 } from '@contract/arithmetic/curves/detectionLimits';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import type { Readings } from '../methods/calculation/labRecord';
import { isFilledIn } from '../methods/calculation/methodFamily';
import type { LabWork } from '../sheets/labWork';
import { detectionOutcome } from './detectionLimitForm';
import { labDetectionTexts } from './detectionTexts';
import { type DeterminationForm, determinationForms, determinationLabel } from './determinationForms';
import { efficiencyKeys, efficiencyOfTubes } from './efficiencyDetermination';
import { lotBlankOf, lotBlankTexts } from './lotBlank';

// Determinations (方法测定). All forms return one type of result. The page computes it during input, the server at each
// save.

type DeterminationWork = Pick<LabWork, 'sheet' | 'method' | 'curve' | 'item'>;

export interface DeterminationOutcome {
  /** Texts of the calculated fields. */
  readonly computed: Readonly<Record<string, string>>;
  readonly lod: string | null;
  readonly loq: string | null;
  /** Efficiency, %, unrounded. */
  readonly efficiency: string | null;
  /** Reason why the determination can't be calculated. */
  readonly problem: string | null;
  /**
   * Warning for an efficiency below the minimum, which may be used only with a stated reason (GBZ 331-2024 5.2.6.1 d
   * says "as a rule").
   */
  readonly below: string | null;
}

const emptyOutcome = { computed: {}, lod: null, loq: null, efficiency: null, problem: null, below: null } as const;

const pickReadings = (readings: Readings, keys: readonly string[]): Readings =>
  Object.fromEntries(Object.entries(readings).filter(([key, text]) => keys.includes(key) && isFilledIn(text)));

function efficiencyOutcome(determinationWork: DeterminationWork, readings: Readings): DeterminationOutcome {
  const outcome = outcomeOfCalculation(() =>
    efficiencyOfTubes(determinationWork, pickReadings(readings, efficiencyKeys)),
  );
  if (!outcome.ok) return { ...emptyOutcome, problem: outcome.problem.message };
  const { computed, efficiency, passes } = outcome.value;
  const { mean = '', least = '', rsd = '' } = computed;
  const label = determinationLabel(determinationWork, 'efficiency');
  const belowText = labDetectionTexts.efficiencyBelow(label, mean, least, rsd, efficiencyRule331.maxRsd);
  return { ...emptyOutcome, computed, efficiency, below: passes ? null : belowText };
}

function lotBlankOutcome(determinationWork: DeterminationWork, readings: Readings): DeterminationOutcome {
  const outcome = outcomeOfCalculation(() => lotBlankOf(determinationWork, pickReadings(readings, ['blanks'])));
  if (!outcome.ok) return { ...emptyOutcome, problem: outcome.problem.message };
  const { computed, passes } = outcome.value;
  const { most = '', limit = '' } = computed;
  return { ...emptyOutcome, computed, below: passes ? null : lotBlankTexts.above(most, limit) };
}

/**
 * Computes a determination. It never throws for typed values: `problem` is the reason why it can't be calculated. Only
 * inputs of the form are used.
 * @param determinationWork method, curve and library of the record
 * @param form inputs of the determination, by blanks, tube or balance
 * @param readings typed values by key
 */
export function determinationOutcome(
  determinationWork: DeterminationWork,
  form: DeterminationForm,
  readings: Readings,
): DeterminationOutcome {
  if (!determinationForms(determinationWork).includes(form)) {
    const label = determinationLabel(determinationWork, form);
    return {
      ...emptyOutcome,
      problem: form === 'limit' ? labDetectionTexts.noDetection : labDetectionTexts.noForm(label),
    };
  }
  if (form === 'efficiency') return efficiencyOutcome(determinationWork, readings);
  if (form === 'lotBlank') return lotBlankOutcome(determinationWork, readings);
  return { ...emptyOutcome, ...detectionOutcome(determinationWork, readings) };
}
