import { labDictionaries } from '@contract/dictionaries/laboratory';
import { layoutOf } from '../methods/sheets/sheet';
import { type SheetFacts, sheetOf } from '../sheets/labWork';

// What a laboratory determines of a method for itself, and which of it a record's method has.

export type DeterminationForm = (typeof labDictionaries.labDetermination)[number]['value'];

const labels: ReadonlyMap<string, string> = new Map(
  labDictionaries.labDetermination.map(({ value, label }) => [value, label]),
);

/** The form of a stored determination; one from before there were several is a detection limit. */
export const formOfDetermination = ({ form }: { readonly form?: unknown; readonly id?: number }): DeterminationForm =>
  form === 'efficiency' || form === 'lotBlank' ? form : 'limit';

interface Facts {
  readonly sheet: Pick<SheetFacts, 'methodKind' | 'layout'>;
}

const layoutOfFacts = ({ sheet }: Facts) => layoutOf(sheetOf(sheet), sheet.layout ?? undefined);

/** What the method of a record calls the efficiency that it divides by; null where it divides by none. */
export function efficiencyLabel({ sheet }: Facts): string | null {
  const layout = layoutOfFacts({ sheet });
  const field = (layout.readings ?? sheetOf(sheet).readings)['efficiency'];
  return layout.columns.includes('efficiency') ? (field?.label ?? null) : null;
}

/** Whether a result can't do without an efficiency; else it is divided by one where it is known. */
export const needsEfficiency = ({ sheet }: Facts): boolean =>
  efficiencyLabel({ sheet }) !== null && !(layoutOfFacts({ sheet }).optional ?? []).includes('efficiency');

/** A form as it is called on a record. */
export const determinationLabel = (facts: Facts, form: DeterminationForm): string =>
  (form === 'efficiency' ? efficiencyLabel(facts) : null) ?? labels.get(form) ?? '';

/** Forms of determination that a record's method has, in the order of the page. */
export function determinationForms(facts: Facts): DeterminationForm[] {
  const limit = sheetOf(facts.sheet).detection;
  return [
    ...(limit ? (['limit'] as const) : []),
    ...(efficiencyLabel(facts) === null ? [] : (['efficiency'] as const)),
    // Contents of an unexposed collector are read off the curve of its method.
    ...(limit === 'blanks' && sheetOf(facts.sheet).curve ? (['lotBlank'] as const) : []),
  ];
}
