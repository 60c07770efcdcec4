import type { Entity } from '@contract/entity';
import { entities } from '@contract/subjects';

const byName: ReadonlyMap<string, Entity> = new Map(entities.map((entity) => [entity.name, entity as Entity]));

/**
 * Finds an entity by its name.
 * @throws Error for an unknown name
 */
export function entityNamed(name: string): Entity {
  const entity = byName.get(name);
  if (!entity) throw new Error(`no entity is called ${name}`);
  return entity;
}
