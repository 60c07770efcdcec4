import { and, notInArray, type SQL } from 'drizzle-orm';
import { hiddenStages } from '@contract/features/customers/enterprise/projectPhases';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { projectTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';

/**
 * Returns the condition for projects that the viewer may see: for an enterprise the projects of its units, for staff
 * those of the organization.
 */
export function enterpriseVisible(registry: Registry, viewer: Viewer): SQL | undefined {
  const resource = registry.named('project');
  return and(undeletedRows(resource), scopeOf(resource, viewer), notInArray(projectTable.stage, [...hiddenStages]));
}
