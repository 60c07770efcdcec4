import { roundSignificant } from '@contract/arithmetic/numbers/roundingRules';
import type { DeterminationForm } from './determinationForms';

/** An approved determination that the organization itself made. */
export interface LaboratoryDetermination {
  readonly id: number;
  readonly form: DeterminationForm;
  readonly hazardName: string;
  /** `YYYY-MM-DD`; null where neither the determination nor its record has a day. */
  readonly testedOn: string | null;
  /** Detection limit in `unit`; `loq` is the quantification limit. */
  readonly lod: string | null;
  readonly loq: string | null;
  readonly unit: string | null;
  /** Efficiency of desorption or elution, %. */
  readonly efficiency: string | null;
  readonly collectorLot: string | null;
  /** Result of the determination as a sentence. The server writes it, so that the page needs no arithmetic. */
  readonly text: string;
  /** The results of its record use the determination. */
  readonly applied: boolean;
  readonly sheet: {
    readonly id: number;
    readonly no: string;
    readonly project: number;
    readonly methodKind: string | null;
    readonly variant: string | null;
  };
}

/** Maximum number of determinations on a method page, newest first. */
export const maxDeterminations = 50;

/**
 * Formats the result of a determination as the record shows it: limits with two significant digits, efficiencies with
 * three. Example: `检出限0.033 μg，定量下限0.11 μg`.
 */
export function determinationText({
  form,
  lod,
  loq,
  unit,
  efficiency,
  collectorLot,
}: Omit<LaboratoryDetermination, 'text'>): string {
  const quantity = (label: string, value: string | null): string =>
    value === null ? '' : `${label}${[roundSignificant(value, 2), unit].filter(Boolean).join(' ')}`;
  const lot = collectorLot ? `批号${collectorLot}` : '';
  const partTexts =
    form === 'efficiency'
      ? [lot, efficiency === null ? '' : `解吸/洗脱效率${roundSignificant(efficiency, 3)}%`]
      : form === 'lotBlank'
        ? [lot, '批空白']
        : [quantity('检出限', lod), quantity('定量下限', loq)];
  return partTexts.filter(Boolean).join('，');
}
