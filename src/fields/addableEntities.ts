import type { Entity } from '@contract/entity';

/** Entities to which a form may add a row that it needs (`Entity.shortForm`). Each loads on first use. */
export const addableEntities: Readonly<Record<string, () => Promise<Entity>>> = {
  inspectUnit: async () => (await import('@contract/features/customers/entities/inspectUnit')).inspectUnit,
  unitContact: async () => (await import('@contract/features/customers/entities/unitContact')).unitContact,
  customer: async () => (await import('@contract/features/customers/entities/customer')).customer,
};
