import { efficiencyRule331 } from '@contract/arithmetic/curves/detection';
import { attempt } from '@contract/arithmetic/numbers/problem';
import type { Readings } from '../methods/calculation/labRecord';
import { filled } from '../methods/calculation/methodFamily';
import type { LabWork } from '../sheets/labWork';
import { detectionOutcome } from './detection';
import { labDetectionTexts } from './detectionTexts';
import { type DeterminationForm, determinationForms, determinationLabel } from './determinationForms';
import { efficiencyKeys, efficiencyOfTubes } from './efficiency';
import { lotBlankOf, lotBlankTexts } from './lotBlank';

// Determinations (方法测定). All forms return one type of result. The page computes it during input, the server at each
// save.

type Work = Pick<LabWork, 'sheet' | 'method' | 'curve' | 'item'>;

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

const nothing = { computed: {}, lod: null, loq: null, efficiency: null, problem: null, below: null } as const;

const only = (given: Readings, keys: readonly string[]): Readings =>
  Object.fromEntries(Object.entries(given).filter(([key, text]) => keys.includes(key) && filled(text)));

function efficiencyOutcome(work: Work, given: Readings): DeterminationOutcome {
  const found = attempt(() => efficiencyOfTubes(work, only(given, efficiencyKeys)));
  if (!found.ok) return { ...nothing, problem: found.problem.message };
  const { computed, efficiency, passes } = found.value;
  const { mean = '', least = '', rsd = '' } = computed;
  const label = determinationLabel(work, 'efficiency');
  const below = labDetectionTexts.efficiencyBelow(label, mean, least, rsd, efficiencyRule331.mostRsd);
  return { ...nothing, computed, efficiency, below: passes ? null : below };
}

function lotBlankOutcome(work: Work, given: Readings): DeterminationOutcome {
  const found = attempt(() => lotBlankOf(work, only(given, ['blanks'])));
  if (!found.ok) return { ...nothing, problem: found.problem.message };
  const { computed, passes } = found.value;
  const { most = '', limit = '' } = computed;
  return { ...nothing, computed, below: passes ? null : lotBlankTexts.above(most, limit) };
}

/**
 * Computes a determination. It never throws for typed values: `problem` is the reason why it can't be calculated.
 * Only inputs of the form are used.
 */
export function determinationOutcome(work: Work, form: DeterminationForm, given: Readings): DeterminationOutcome {
  if (!determinationForms(work).includes(form)) {
    const label = determinationLabel(work, form);
    return { ...nothing, problem: form === 'limit' ? labDetectionTexts.noDetection : labDetectionTexts.noForm(label) };
  }
  if (form === 'efficiency') return efficiencyOutcome(work, given);
  if (form === 'lotBlank') return lotBlankOutcome(work, given);
  return { ...nothing, ...detectionOutcome(work, given) };
}
