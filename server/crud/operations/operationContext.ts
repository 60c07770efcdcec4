import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import type { Registry, Resource } from '../resource';

/**
 * Operation context: services, resource, registry and call. HTTP routes, seeds, subjects and tests call operations
 * with it.
 */
export interface OperationContext {
  readonly services: Services;
  readonly registry: Registry;
  readonly resource: Resource;
  readonly call: Call<unknown>;
}

/** Returns the time zone of the organizations. */
export const zoneOf = (context: OperationContext) => context.services.env.zone;

/** Returns whether a value can be the id of a row. */
export const isId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 2_147_483_647;
