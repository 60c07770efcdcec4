import { and, eq, inArray, isNull } from 'drizzle-orm';
import { outranksLevel } from '@server/auth/roleRank';
import type { Policy } from '@server/crud/policy';
import { roleTable, userRolesTable, userTable } from '@server/db/schema';
import { conflict, forbidden, invalid } from '@server/http/errors';

const outrankedText = '只能管理级别低于自己的角色';

/** Save rules of roles: only people who outrank both the stored and the sent level may edit a role (eladmin #898). */
export const rolePolicy: Policy = {
  ignoresDataScope: true,
  async assertOpen(row, { tx, call }) {
    const [storedRole] = await tx.select({ level: roleTable.level }).from(roleTable).where(eq(roleTable.id, row.id));
    if (!storedRole || !outranksLevel(call.viewer, storedRole.level)) throw forbidden(outrankedText);
  },
  async beforeSave(draft, { call, before }) {
    if (!outranksLevel(call.viewer, Number(draft.level))) throw forbidden(outrankedText);
    // A person who sees only their own rows can't let others see all.
    // refusal: scope
    if (call.viewer.dataScope === 'self' && draft.dataScope !== 'self' && draft.dataScope !== before?.dataScope)
      throw forbidden('数据范围不能大于自己的');
    return {};
  },
  async afterSave(row, { call }) {
    if (row.dataScope === 'all' && (row.organizationId !== null || !call.viewer.user.isAdmin)) {
      throw invalid([{ field: 'dataScope', message: '“全部”只能用于平台管理员维护的公共角色' }]);
    }
  },
  async beforeDelete(rows, { tx }) {
    const ids = rows.map((row) => row.id);
    const [roleHolder] = await tx
      .select({ id: userTable.id })
      .from(userRolesTable)
      .innerJoin(userTable, eq(userTable.id, userRolesTable.ownerId))
      .where(and(inArray(userRolesTable.targetId, ids), isNull(userTable.deleteTime)))
      .limit(1);
    if (roleHolder) throw conflict('所选角色存在用户关联，请解除关联再试！', 'referenced');
  },
};
