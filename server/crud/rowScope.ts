import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AnyRow, lockMessage } from '@contract/entity';
import { failures } from '@contract/messages';
import { conflict, forbidden, Refusal } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';
import type { Resource } from './resource';

/**
 * Returns the condition for the rows that a viewer may see (SPEC §6). List, count, detail, export, references and
 * every write use it, so that none of them reveals a row that another hides (QUALITY §2, 5).
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
  const ownCondition = eq(columns.organizationId, viewer.organizationId);
  return entity.scope === 'shared' ? or(isNull(columns.organizationId), ownCondition) : ownCondition;
}

/** Returns the condition for rows that are not deleted. */
export const undeletedRows = ({ columns }: Resource): SQL => isNull(columns.deleteTime);

/** Returns the condition for rows with these ids; false without ids. */
export const withIds = ({ columns }: Resource, ids: readonly number[]): SQL =>
  ids.length ? inArray(columns.id, [...ids]) : sql`false`;

/**
 * Refuses a write to a row that the viewer sees but does not own: common and platform-wide rows.
 * @param row stored row
 * @throws Refusal 403
 */
export function assertWritable(
  { entity, policy }: Resource,
  viewer: Viewer,
  row: { organizationId: number | null },
): void {
  if (viewer.user.isAdmin) return;
  if (entity.scope === 'platform' && !policy.writtenByHolders) throw forbidden('公共数据只能由平台管理员维护');
  // refusal: shared
  if (entity.scope === 'shared' && row.organizationId === null) throw forbidden('公共数据只能由平台管理员维护');
}

/**
 * Refuses a change that the entity's locks forbid (`lockMessage`); a policy's `assertOpen` checks locks that depend on
 * other rows.
 * @param row stored row
 * @param to what the person wants to do
 * @throws Refusal 409 `locked`
 */
export function assertUnlocked({ entity }: Resource, row: AnyRow, to: 'edit' | 'del'): void {
  const lockReason = lockMessage(entity, row, to);
  if (lockReason !== null) throw conflict(lockReason, 'locked');
}

function requestedOrganization({ entity }: Resource, viewer: Viewer, wantedId: unknown): number | null {
  if (entity.scope === 'platform') return null;
  if (viewer.user.isAdmin && wantedId !== undefined) return typeof wantedId === 'number' ? wantedId : null;
  if (viewer.user.isAdmin && entity.scope === 'shared') return null;
  return viewer.homeOrganizationId;
}

/** Returns whether each row of a resource needs its own organization; a part has the organization of its parent. */
export const needsOwner = ({ entity, policy }: Pick<Resource, 'entity' | 'policy'>): boolean =>
  entity.scope === 'organization' && !entity.ownerless && !policy.partOf;

/**
 * Returns the organization of a new row. Only an administrator may choose it; the rows of other people belong to their
 * own organization.
 * @param wantedId organization that the request names, if any
 * @returns null for a common row
 * @throws Refusal 400 `noOrganization` for a row that belongs to an organization while none is chosen
 */
export function organizationForNew(resource: Resource, viewer: Viewer, wantedId: unknown): number | null {
  const organizationId = requestedOrganization(resource, viewer, wantedId);
  assertOwned(resource, organizationId);
  return organizationId;
}

/**
 * Refuses a row without an organization, because no organization would ever see it.
 * @throws Refusal 400 `noOrganization`
 */
export function assertOwned(resource: Pick<Resource, 'entity' | 'policy'>, organizationId: number | null): void {
  if (organizationId === null && needsOwner(resource))
    throw new Refusal(400, 'noOrganization', failures.noOrganization, {
      errors: [{ field: 'organizationId', message: failures.noOrganization }],
    });
}
