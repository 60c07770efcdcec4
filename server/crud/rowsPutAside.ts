import { not, type SQL } from 'drizzle-orm';
import type { Viewer } from '@server/http/viewer';
import { list, type Query } from './query';
import type { Resource } from './resource';

const asks = (query: Query, name: string): boolean => list(query[name]).some(Boolean);

/** Tells whether a query asks for the rows that the organization has put aside. */
export const asksForAside = ({ policy }: Resource, query: Query): boolean =>
  policy.aside !== undefined && list(query[policy.aside.filter]).includes('true');

/**
 * Returns the condition that hides the rows which the viewer's organization has put aside (`Policy.aside`). A query that
 * asks for them gets only those rows. Rows queried by id are never hidden, so that what uses them keeps their names.
 */
export function asideOf(resource: Resource, viewer: Viewer, query: Query): SQL | undefined {
  const { aside } = resource.policy;
  if (!aside || viewer.organizationId === null || asks(query, 'ids') || asks(query, 'id')) return undefined;
  const put = aside.of(viewer.organizationId);
  return asksForAside(resource, query) ? put : not(put);
}
