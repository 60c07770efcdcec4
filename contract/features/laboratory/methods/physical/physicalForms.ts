import { heatForm } from './heatForm';
import {
  highFrequencyForm,
  illuminanceForm,
  laserForm,
  microwaveForm,
  powerFrequencyForm,
  ultraHighFrequencyForm,
  ultravioletForm,
} from './lightAndFieldForms';
import { impulseForm, noiseForm } from './noiseForms';
import type { PhysicalForm } from './physicalForm';
import { doseForm, radiationForms } from './radiationForms';
import { ductForm, hoodForm } from './ventilationForms';
import { vibrationForm } from './vibrationForm';

/** Every form of the general record. */
export const physicalForms: readonly PhysicalForm[] = [
  impulseForm,
  noiseForm,
  heatForm,
  vibrationForm,
  illuminanceForm,
  ultravioletForm,
  ultraHighFrequencyForm,
  highFrequencyForm,
  microwaveForm,
  powerFrequencyForm,
  laserForm,
  hoodForm,
  ductForm,
  ...radiationForms,
  doseForm,
];

const byKey: ReadonlyMap<string, PhysicalForm> = new Map(physicalForms.map((form) => [form.key, form]));

/** Returns the form of a layout; undefined for other layouts. */
export const formOfLayout = (layout: string | null | undefined): PhysicalForm | undefined =>
  layout ? byKey.get(layout) : undefined;

/** Categories of hazards that are sampled rather than measured on site, independent of their name. */
const sampledCategories: ReadonlySet<string> = new Set(['chemical', 'dust', 'biological']);

/** Returns the form of a hazard for a kind of method; undefined for a hazard that other methods measure. */
export const formFor = (
  kind: string | null | undefined,
  { name, category }: { readonly name: string; readonly category: string | null },
): PhysicalForm | undefined =>
  kind === 'genericTest' && !sampledCategories.has(category ?? '')
    ? physicalForms.find(({ hazards }) => hazards.test(name))
    : undefined;

/** Returns whether a hazard is measured on site, so that no sample is sent to the laboratory. */
export const isMeasuredAtPlace = (
  kind: string | null | undefined,
  hazard: { readonly name: string; readonly category: string | null },
): boolean => {
  const form = formFor(kind, hazard);
  return hazard.category === 'physical' || (form !== undefined && !form.inLaboratory);
};
