import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AnyRow, lockOf } from '@contract/entity';
import { conflict, forbidden } from '../http/errors';
import type { Viewer } from '../http/viewer';
import type { Resource } from './resource';

/**
 * SPEC §6: the rows a viewer may know of. One function for list, count, detail, export, references and every write,
 * so that none of them can leak what another hides (QUALITY §2, 5).
 */
export function scopeOf(resource: Resource, viewer: Viewer): SQL | undefined {
  const { columns, entity, policy } = resource;
  if (viewer.unitIds !== null)
    return policy.enterpriseScope
      ? and(organizationOf(resource, viewer), policy.enterpriseScope(viewer.unitIds))
      : sql`false`;
  if (viewer.outside)
    return policy.outsideScope
      ? and(organizationOf(resource, viewer), policy.outsideScope(viewer.user.id))
      : sql`false`;
  return and(
    organizationOf(resource, viewer),
    viewer.dataScope === 'self' && entity.scope === 'organization' && !policy.ignoresDataScope
      ? eq(columns.createBy, viewer.user.id)
      : undefined,
    policy.scope?.(viewer),
  );
}

function organizationOf({ columns, entity }: Resource, viewer: Viewer): SQL | undefined {
  if (entity.scope === 'platform' || viewer.organizationId === null) return undefined;
  const own = eq(columns.organizationId, viewer.organizationId);
  return entity.scope === 'shared' ? or(isNull(columns.organizationId), own) : own;
}

export const living = ({ columns }: Resource): SQL => isNull(columns.deleteTime);

export const withIds = ({ columns }: Resource, ids: readonly number[]): SQL =>
  ids.length ? inArray(columns.id, [...ids]) : sql`false`;

/** Refuses a write to a row that the viewer sees but does not own: common rows and platform-wide ones. */
export function assertWritable(
  { entity, policy }: Resource,
  viewer: Viewer,
  row: { organizationId: number | null },
): void {
  if (viewer.user.isAdmin) return;
  if (entity.scope === 'platform' && !policy.writtenByHolders) throw forbidden('公共数据只能由平台管理员维护');
  if (entity.scope === 'shared' && row.organizationId === null) throw forbidden('公共数据只能由平台管理员维护');
}

/** What the entity itself says is locked (`lockOf`); a policy's `assertOpen` knows what takes a look at other rows. */
export function assertUnlocked({ entity }: Resource, row: AnyRow, to: 'edit' | 'del'): void {
  const why = lockOf(entity, row, to);
  if (why !== null) throw conflict(why, 'locked');
}

/** Where a new row belongs. Only an administrator's word counts; everybody else's rows go to their own organisation. */
export function organizationForNew({ entity }: Resource, viewer: Viewer, wanted: unknown): number | null {
  if (entity.scope === 'platform') return null;
  if (viewer.user.isAdmin && wanted !== undefined) return typeof wanted === 'number' ? wanted : null;
  if (viewer.user.isAdmin && entity.scope === 'shared') return null;
  return viewer.homeOrganizationId;
}
