import { projectDictionaries } from '@contract/dictionaries/projects';

/** Kinds of service: chapters 5, 6 and 7 of GBZ 331-2024, and services that the standard does not describe. */
export type ServiceKind = (typeof projectDictionaries.serviceKind)[number]['value'];

/** Returns the kind of service of a project's type by its label, e.g. 现状评价检测. */
export function serviceKindOf(typeLabel: string | null): ServiceKind {
  const label = typeLabel ?? '';
  if (/现状评价/.test(label)) return 'presentState';
  if (/效果评价/.test(label)) return 'effect';
  return /定期检测/.test(label) ? 'regular' : 'other';
}

/** Returns whether a service is one of the two evaluations. Null for projects from before the kinds were stored. */
export const isEvaluation = (service: unknown): service is 'presentState' | 'effect' =>
  service === 'presentState' || service === 'effect';
