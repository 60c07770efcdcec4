import { and, notInArray, type SQL } from 'drizzle-orm';
import { hiddenStages } from '@contract/features/customers/enterprise/phases';
import type { Registry } from '@server/crud/resource';
import { living, scopeOf } from '@server/crud/scope';
import { projectTable } from '@server/db/schema';
import type { Viewer } from '@server/http/viewer';

/**
 * Returns the condition for projects that the viewer may see: for an enterprise the projects of its units, for staff
 * those of the organization.
 */
export function enterpriseVisible(registry: Registry, viewer: Viewer): SQL | undefined {
  const resource = registry.named('project');
  return and(living(resource), scopeOf(resource, viewer), notInArray(projectTable.stage, [...hiddenStages]));
}
