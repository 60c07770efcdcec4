import { not, type SQL } from 'drizzle-orm';
import type { Viewer } from '@server/http/viewer';
import { list, type Query } from './query';
import type { Resource } from './resource';

const asks = (query: Query, name: string): boolean => list(query[name]).some(Boolean);

/** Returns whether a query requests the rows that the organization has hidden. */
export const asksForAside = ({ policy }: Resource, query: Query): boolean =>
  policy.aside !== undefined && list(query[policy.aside.filter]).includes('true');

/**
 * Returns the condition that excludes the rows that the viewer's organization has hidden (`Policy.aside`). A query
 * that requests them gets only these rows. Rows requested by id are never excluded, so that their names remain
 * visible where they are in use.
 */
export function asideOf(resource: Resource, viewer: Viewer, query: Query): SQL | undefined {
  const { aside } = resource.policy;
  if (!aside || viewer.organizationId === null || asks(query, 'ids') || asks(query, 'id')) return undefined;
  const put = aside.of(viewer.organizationId);
  return asksForAside(resource, query) ? put : not(put);
}
