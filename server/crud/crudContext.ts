import type { Services } from '@server/services';
import type { Registry } from './resource';

/** Context that all operations on rows share: the services, and every entity with its table and policy. */
export interface CrudContext {
  readonly services: Services;
  readonly registry: Registry;
}
