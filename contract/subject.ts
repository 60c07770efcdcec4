import type { Machine } from '@contract/workflow/stateMachine';
import type { Entity } from './entity';
import type { RoutePath } from './routes';

/** A resource for which people have permissions: an entity, or the name of a page or an action without an entity. */
export type ResourceName = Pick<Entity, 'name'> | string;

/**
 * A subject of the product. Tables, API calls and references are derived from its entities, moves from its machines.
 * The buttons of the menus, i.e. the permissions of roles, are derived from the resources on its pages.
 */
export interface Subject {
  readonly entities: readonly Entity[];
  readonly machines?: readonly Machine[];
  /**
   * Resources whose permissions a page contains, the page's own resource first. A page that no subject lists here
   * contains the permissions of the last segment of its address.
   */
  readonly pages?: Readonly<Partial<Record<RoutePath, readonly [ResourceName, ...ResourceName[]]>>>;
  /** Resources whose permissions a page of another subject contains. */
  readonly elsewhere?: Readonly<Partial<Record<RoutePath, readonly ResourceName[]>>>;
}

/** Declares a subject and keeps the names of its entities. */
export const defineSubject = <const S extends Subject>(subject: S): S => subject;
