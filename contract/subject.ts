import type { Entity } from './entity';
import type { RoutePath } from './routes';
import type { Machine } from './workflow/machine';

/** Something that people have rights on: an entity, or the word of a page or an act without one. */
export type ResourceName = Pick<Entity, 'name'> | string;

/**
 * What a subject has. Tables, calls and references follow from its entities, moves from its machines, and the buttons
 * of the menus, which are the rights of roles, from what lies on its pages.
 */
export interface Subject {
  readonly entities: readonly Entity[];
  readonly machines?: readonly Machine[];
  /**
   * Whose rights lie on a page: the page's own first. A page that no subject names here holds the rights of the last
   * segment of its address.
   */
  readonly pages?: Readonly<Partial<Record<RoutePath, readonly [ResourceName, ...ResourceName[]]>>>;
  /** Whose rights lie on a page of another subject. */
  readonly elsewhere?: Readonly<Partial<Record<RoutePath, readonly ResourceName[]>>>;
}

/** Declares a subject and keeps the names of its entities. */
export const defineSubject = <const S extends Subject>(subject: S): S => subject;
