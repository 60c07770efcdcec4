import {
  highFrequencyForm,
  illuminanceForm,
  laserForm,
  microwaveForm,
  powerFrequencyForm,
  ultraHighFrequencyForm,
  ultravioletForm,
} from './fields';
import type { PhysicalForm } from './form';
import { heatForm } from './heat';
import { impulseForm, noiseForm } from './noise';
import { doseForm, ductForm, hoodForm } from './places';
import { vibrationForm } from './vibration';

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
  doseForm,
];

const byKey: ReadonlyMap<string, PhysicalForm> = new Map(physicalForms.map((form) => [form.key, form]));

/** The form of a layout of the general record. */
export const formOfLayout = (layout: string | null | undefined): PhysicalForm | undefined =>
  layout ? byKey.get(layout) : undefined;

/** Substances are sampled, whatever they are called. */
const sampledCategories: ReadonlySet<string> = new Set(['chemical', 'dust', 'biological']);

/** The form that a hazard is measured on by a method of a kind; what other methods measure has none. */
export const formFor = (
  kind: string | null | undefined,
  { name, category }: { readonly name: string; readonly category: string | null },
): PhysicalForm | undefined =>
  kind === 'genericTest' && !sampledCategories.has(category ?? '')
    ? physicalForms.find(({ hazards }) => hazards.test(name))
    : undefined;

/** Measured where it is: nothing of it is carried to the laboratory. */
export const isMeasuredAtPlace = (
  kind: string | null | undefined,
  hazard: { readonly name: string; readonly category: string | null },
): boolean => hazard.category === 'physical' || formFor(kind, hazard) !== undefined;
