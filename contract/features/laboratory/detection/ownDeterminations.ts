import { roundSignificant } from '@contract/arithmetic/numbers/rounding';
import type { DeterminationForm } from './determinationForms';

/** A determination of the organization itself, approved with its record. */
export interface OwnDetermination {
  readonly id: number;
  readonly form: DeterminationForm;
  readonly hazardName: string;
  /** `YYYY-MM-DD`; null where neither the determination nor its record has a day. */
  readonly testedOn: string | null;
  /** Detection limit and least quantity, in `unit`. */
  readonly lod: string | null;
  readonly loq: string | null;
  readonly unit: string | null;
  /** Efficiency of desorption or elution, %. */
  readonly efficiency: string | null;
  readonly collectorLot: string | null;
  /** What was found, in words; written by the server, so that the page needs no arithmetic. */
  readonly text: string;
  /** The results of its record use it. */
  readonly applied: boolean;
  readonly sheet: {
    readonly id: number;
    readonly no: string;
    readonly project: number;
    readonly methodKind: string | null;
    readonly variant: string | null;
  };
}

/** Most determinations that a method page lists, newest first. */
export const mostDeterminations = 50;

/**
 * Writes what was found, limits to two and efficiencies to three significant digits, as the record shows them:
 * `检出限0.033 μg，定量下限0.11 μg`.
 */
export function determinationText({
  form,
  lod,
  loq,
  unit,
  efficiency,
  collectorLot,
}: Omit<OwnDetermination, 'text'>): string {
  const quantity = (label: string, value: string | null): string =>
    value === null ? '' : `${label}${[roundSignificant(value, 2), unit].filter(Boolean).join(' ')}`;
  const lot = collectorLot ? `批号${collectorLot}` : '';
  const found =
    form === 'efficiency'
      ? [lot, efficiency === null ? '' : `解吸/洗脱效率${roundSignificant(efficiency, 3)}%`]
      : form === 'lotBlank'
        ? [lot, '批空白']
        : [quantity('检出限', lod), quantity('定量下限', loq)];
  return found.filter(Boolean).join('，');
}
