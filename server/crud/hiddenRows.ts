import { not, type SQL } from 'drizzle-orm';
import type { Viewer } from '@server/http/viewer';
import { parameterValues, type Query } from './listQuery';
import type { Resource } from './resource';

const hasQueryValue = (query: Query, name: string): boolean => parameterValues(query[name]).some(Boolean);

/** Returns whether a query requests the rows that the organization has hidden. */
export const asksForHiddenRows = ({ policy }: Resource, query: Query): boolean =>
  policy.aside !== undefined && parameterValues(query[policy.aside.filter]).includes('true');

/**
 * Returns the condition that excludes the rows that the viewer's organization has hidden (`Policy.aside`). A query
 * that requests them gets only these rows. Rows requested by id are never excluded, so that their names remain
 * visible where they are in use.
 */
export function hiddenRowsCondition(resource: Resource, viewer: Viewer, query: Query): SQL | undefined {
  const { aside } = resource.policy;
  if (!aside || viewer.organizationId === null || hasQueryValue(query, 'ids') || hasQueryValue(query, 'id'))
    return undefined;
  const putAside = aside.of(viewer.organizationId);
  return asksForHiddenRows(resource, query) ? putAside : not(putAside);
}
