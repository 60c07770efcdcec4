import type { Viewer } from '@server/http/viewer';
import type { Resource } from './resource';

/**
 * Returns the entity as the viewer may see it: for an enterprise user without `internal` fields, which are then neither
 * returned nor used to filter, sort or export.
 */
export function withVisibleFields(resource: Resource, viewer: Viewer): Resource {
  const { entity, policy } = resource;
  const hidden = new Set(viewer.unitIds === null ? [] : policy.internal);
  if (!hidden.size) return resource;
  const isSeen = (name: string): boolean => !hidden.has(name);
  return {
    ...resource,
    entity: {
      ...entity,
      fields: Object.fromEntries(Object.entries(entity.fields).filter(([name]) => isSeen(name))),
      ...(entity.sheet ? { sheet: entity.sheet.filter(isSeen) } : {}),
      ...(entity.keyword ? { keyword: entity.keyword.filter(isSeen) } : {}),
    },
  };
}
