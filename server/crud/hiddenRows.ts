import { not, type SQL } from 'drizzle-orm';
import type { Viewer } from '@server/http/viewer';
import { parameterValues, type Query } from './listQuery';
import type { Resource } from './resource';

const hasQueryValue = (query: Query, name: string): boolean => parameterValues(query[name]).some(Boolean);

/** Returns whether a query requests the rows that the organization has hidden. */
export const asksForHiddenRows = ({ policy }: Resource, query: Query): boolean =>
  policy.hiddenCommonRows !== undefined && parameterValues(query[policy.hiddenCommonRows.filter]).includes('true');

/**
 * Returns the condition that excludes the rows that the viewer's organization has hidden (`Policy.hiddenCommonRows`). A
 * query that requests them gets only these rows. Rows requested by id are never excluded, so that their names remain
 * visible where they are in use.
 * @param query parameters of the request
 */
export function hiddenRowsCondition(resource: Resource, viewer: Viewer, query: Query): SQL | undefined {
  const { hiddenCommonRows } = resource.policy;
  if (!hiddenCommonRows || viewer.organizationId === null || hasQueryValue(query, 'ids') || hasQueryValue(query, 'id'))
    return undefined;
  const hiddenCondition = hiddenCommonRows.conditionFor(viewer.organizationId);
  return asksForHiddenRows(resource, query) ? hiddenCondition : not(hiddenCondition);
}
