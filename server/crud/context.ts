import type { Services } from '../services';
import type { Registry } from './resource';

/** What work on rows needs: what the server stands on, and every entity with its table and policy. */
export interface Context {
  readonly services: Services;
  readonly registry: Registry;
}
