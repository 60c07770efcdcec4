import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { sampleNumberRuleFault } from '@contract/arithmetic/air/fieldSampleNumber';
import { numberRuleFault, numberKindNames, numberKinds } from '@contract/features/projects/runningNumberRules';
import { organization } from '@contract/features/system/entities/organization';
import type { Policy } from '@server/crud/policy';
import { customerTable, inspectUnitTable, organizationTable, projectTable, userTable } from '@server/db/schema';
import { publishOrganizationLogos } from '@server/files/organizationLogos';
import { conflict, forbidden, invalid } from '@server/http/errors';

/** Fields that an organization can't change about itself: its code in numbers, its state and its expiry date. */
const fixedFields = ['code', 'enabled', 'expiryDate'] as const;

const tenantTables = [
  { table: userTable, label: '用户' },
  { table: customerTable, label: '客户' },
  { table: inspectUnitTable, label: '受检单位' },
  { table: projectTable, label: '项目' },
] as const;

/**
 * Save rules of organizations. Platform administrators manage them; other people see their own organization and, with
 * the permission, edit its details.
 */
export const organizationPolicy: Policy = {
  writtenByHolders: true,
  ignoresDataScope: true,
  scope: ({ user }) =>
    user.isAdmin
      ? undefined
      : user.organizationId === null
        ? sql`false`
        : eq(organizationTable.id, user.organizationId),
  async beforeSave(draft, { call: { viewer }, before }) {
    const faults = numberKindNames.flatMap((kind) => {
      const { field } = numberKinds[kind];
      const rule = draft[field];
      const message = typeof rule === 'string' && rule ? numberRuleFault(rule, kind) : null;
      return message ? [{ field: field as string, message }] : [];
    });
    const ofSamples = typeof draft.sampleNumberRule === 'string' ? sampleNumberRuleFault(draft.sampleNumberRule) : null;
    if (ofSamples) faults.push({ field: 'sampleNumberRule', message: ofSamples });
    if (faults.length) throw invalid(faults);
    if (viewer.user.isAdmin) return {};
    // refusal: add
    if (!before) throw forbidden('机构只能由平台管理员新增');
    const changedField = fixedFields.find((name) => name in draft && (draft[name] ?? null) !== (before[name] ?? null));
    if (changedField) throw forbidden(`${organization.fields[changedField].label}只能由平台管理员修改`);
    return {};
  },
  afterSave: (row, { tx, before }) => publishOrganizationLogos(tx, row, before),
  async beforeDelete(rows, { tx, call }) {
    if (!call.viewer.user.isAdmin) throw forbidden('机构只能由平台管理员删除');
    const ids = rows.map((row) => row.id);
    for (const { table, label } of tenantTables) {
      const [usingRow] = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(inArray(table.organizationId, ids), isNull(table.deleteTime)))
        .limit(1);
      if (usingRow) throw conflict(`所选机构还有${label}，不能删除；不再使用时请停用`, 'referenced');
    }
  },
};
