import { and, eq, exists, inArray, isNull, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import type { Registry } from '@server/crud/resource';
import { scopeOf, withIds } from '@server/crud/rowScope';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { organizationTable, roleTable, userRolesTable, userTable } from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import type { Viewer } from '@server/http/viewer';

const idsSchema = z.array(z.int().positive().max(2_147_483_647)).max(5000).default([]);

/**
 * Recipients of an announcement. `all`: everybody of the sender's organization including external reviewers; for a
 * platform administrator who has chosen no organization, everybody of every organization. `organization`: only staff,
 * of the named organizations or else of the sender's. `clients`: the enterprise users; no other range includes them
 * unless it names them one by one.
 */
export const recipientsBody = z.object({
  kind: z.enum(['all', 'organization', 'roles', 'users', 'clients'], '请选择接收范围'),
  ids: idsSchema,
});
export type RecipientsBody = z.output<typeof recipientsBody>;

interface AnnouncementRecipient {
  readonly id: number;
  readonly nickName: string;
  readonly organizationId: number | null;
}

/**
 * Returns the undeleted, enabled recipients, never beyond the sender's organization.
 * @throws Refusal 404 for an organization, a role or a person that the sender can't see; 409 if nobody is left
 */
export async function recipientsOf(
  tx: Orm,
  registry: Registry,
  viewer: Viewer,
  recipientsBody: RecipientsBody,
): Promise<AnnouncementRecipient[]> {
  const ownCondition = viewer.organizationId === null ? undefined : eq(userTable.organizationId, viewer.organizationId);
  const people = await tx
    .select({ id: userTable.id, nickName: personName(), organizationId: userTable.organizationId })
    .from(userTable)
    .where(
      and(
        isNull(userTable.deleteTime),
        eq(userTable.enabled, '1'),
        ownCondition,
        await recipientCondition(tx, registry, viewer, recipientsBody),
      ),
    )
    .orderBy(userTable.id);
  if (recipientsBody.kind === 'users' && people.length !== new Set(recipientsBody.ids).size)
    throw notFound('部分接收人不存在或已停用，请重新选择');
  if (!people.length) throw conflict(noticeTexts.nobody);
  return people;
}

async function recipientCondition(
  tx: Orm,
  registry: Registry,
  viewer: Viewer,
  recipientsBody: RecipientsBody,
): Promise<SQL | undefined> {
  const wantedIds = [...new Set(recipientsBody.ids)];
  const staff = eq(userTable.isQy, false);
  if (recipientsBody.kind === 'all') return staff;
  if (recipientsBody.kind === 'clients') return eq(userTable.isQy, true);
  if (recipientsBody.kind === 'users') return withIds(registry.named('user'), wantedIds);
  if (recipientsBody.kind === 'organization') {
    if (!wantedIds.length && viewer.homeOrganizationId !== null) wantedIds.push(viewer.homeOrganizationId);
    const knownOrganizations = await tx
      .select({ id: organizationTable.id })
      .from(organizationTable)
      .where(
        and(inArray(organizationTable.id, wantedIds.length ? wantedIds : [0]), isNull(organizationTable.deleteTime)),
      );
    const hasForeign = viewer.organizationId !== null && wantedIds.some((id) => id !== viewer.organizationId);
    // refusal: organization
    if (hasForeign || knownOrganizations.length !== wantedIds.length) throw notFound('所选机构不存在或已被删除');
    return and(
      inArray(userTable.organizationId, wantedIds.length ? wantedIds : [0]),
      eq(userTable.isQy, false),
      eq(userTable.isOutside, false),
    );
  }
  const knownRoles = await tx
    .select({ id: roleTable.id })
    .from(roleTable)
    .where(
      and(
        withIds(registry.named('role'), wantedIds),
        isNull(roleTable.deleteTime),
        scopeOf(registry.named('role'), viewer),
      ),
    );
  // refusal: role
  if (knownRoles.length !== wantedIds.length) throw notFound('所选角色不存在或已被删除');
  const holderQuery = tx
    .select({ id: userRolesTable.ownerId })
    .from(userRolesTable)
    .where(
      and(
        eq(userRolesTable.ownerId, userTable.id),
        inArray(userRolesTable.targetId, wantedIds.length ? wantedIds : [0]),
      ),
    );
  return and(exists(holderQuery), staff);
}
