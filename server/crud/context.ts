import type { Services } from '../services';
import type { Registry } from './resource';

/** Shared context of operations on rows: the services, and every entity with its table and policy. */
export interface Context {
  readonly services: Services;
  readonly registry: Registry;
}
