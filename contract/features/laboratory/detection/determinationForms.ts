import { labDictionaries } from '@contract/dictionaries/laboratory';
import { layoutOf } from '../methods/sheets/methodSheet';
import { type SheetFacts, sheetOf } from '../sheets/labWork';

// Forms of the determinations that a laboratory makes for a method, and which of them apply to a record's method.

export type DeterminationForm = (typeof labDictionaries.labDetermination)[number]['value'];

const formLabels: ReadonlyMap<string, string> = new Map(
  labDictionaries.labDetermination.map(({ value, label }) => [value, label]),
);

/**
 * Returns the form of a stored determination. One that was stored before several forms existed is a detection limit.
 */
export const formOfDetermination = ({ form }: { readonly form?: unknown; readonly id?: number }): DeterminationForm =>
  form === 'efficiency' || form === 'lotBlank' ? form : 'limit';

interface FormFacts {
  readonly sheet: Pick<SheetFacts, 'methodKind' | 'layout'>;
}

const layoutOfFacts = ({ sheet }: FormFacts) => layoutOf(sheetOf(sheet), sheet.layout ?? undefined);

/** Returns the label of the efficiency by which a record's results are divided; null where the method uses none. */
export function efficiencyLabel({ sheet }: FormFacts): string | null {
  const layout = layoutOfFacts({ sheet });
  const field = (layout.readings ?? sheetOf(sheet).readings)['efficiency'];
  return layout.columns.includes('efficiency') ? (field?.label ?? null) : null;
}

/** Returns whether a result requires an efficiency. If not, an efficiency is still applied where it is given. */
export const needsEfficiency = ({ sheet }: FormFacts): boolean =>
  efficiencyLabel({ sheet }) !== null && !(layoutOfFacts({ sheet }).optional ?? []).includes('efficiency');

/** Returns the label of a form on a record. */
export const determinationLabel = (facts: FormFacts, form: DeterminationForm): string =>
  (form === 'efficiency' ? efficiencyLabel(facts) : null) ?? formLabels.get(form) ?? '';

/** Returns the forms that apply to a record's method, in the order of the page. */
export function determinationForms(formFacts: FormFacts): DeterminationForm[] {
  const limit = sheetOf(formFacts.sheet).detection;
  return [
    ...(limit ? (['limit'] as const) : []),
    ...(efficiencyLabel(formFacts) === null ? [] : (['efficiency'] as const)),
    // The content of an unexposed collector is calculated with the method's curve.
    ...(limit === 'blanks' && sheetOf(formFacts.sheet).curve ? (['lotBlank'] as const) : []),
  ];
}
