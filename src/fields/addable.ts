import type { Entity } from '@contract/entity';

/** Entities of which a form that needs a row may add one (`Entity.shortForm`), loaded when somebody does. */
export const addable: Readonly<Record<string, () => Promise<Entity>>> = {
  inspectUnit: async () => (await import('@contract/features/customers/entities/inspectUnit')).inspectUnit,
  unitContact: async () => (await import('@contract/features/customers/entities/unitContact')).unitContact,
  customer: async () => (await import('@contract/features/customers/entities/customer')).customer,
};
