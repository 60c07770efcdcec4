import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { user } from '@contract/features/system/entities/user';
import { requiredMessage } from '@contract/schema';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { hashPassword } from '@server/auth/passwordHash';
import { passwordFault } from '@server/auth/passwordRule';
import { randomPassword } from '@server/auth/randomPassword';
import { assertOutranks, outranksLevel } from '@server/auth/roleRank';
import { revokeSessions } from '@server/auth/session';
import type { Policy, SaveContext } from '@server/crud/policy';
import { inspectUnitTable, organizationTable, roleTable, userTable } from '@server/db/schema';
import { forbidden, invalid, Refusal } from '@server/http/errors';
import { passwordSeal } from '@server/signing/passwordSeal';
import { proposedExpiry } from './accountExpiry';
import { completeUserNames } from './completeUserNames';
import { countForeignName } from './foreignNames';
import { givenPasswordColumns } from './givePassword';
import { missingStaffData } from './missingStaffData';
import { assertRename } from './renamePerson';
import { tellOfReset } from './tellOfReset';

type UserDraft = Record<string, unknown>;

/** Fields that define a person's rights. Nobody may change their own. */
const rightsFields = ['roles', 'units', 'isAdmin', 'isQy', 'isOutside', 'loginIp', 'enabled', 'expiryDate'] as const;

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/** Compares as sets: the order of roles does not matter, and an unticked box equals none. */
const comparableText = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? [...(value as number[])].sort((a, b) => a - b) : (value ?? null));
const hasChanged = (draft: UserDraft, before: AnyRow, name: string): boolean =>
  name in draft && comparableText(draft[name]) !== comparableText(before[name]);

function assertRights(draft: UserDraft, { call: { viewer }, before }: SaveContext): void {
  // refusal: admin
  if (Boolean(draft.isAdmin ?? before?.isAdmin) !== Boolean(before?.isAdmin) && !viewer.user.isAdmin)
    throw forbidden('只有平台管理员可以设置平台管理员');
  if (!before) return;
  const changedRights = rightsFields.filter((name) => hasChanged(draft, before, name));
  if (before.id === viewer.user.id) {
    // refusal: ownRights
    if (changedRights.length)
      throw forbidden(`不能修改自己的${user.fields[changedRights[0] as (typeof rightsFields)[number]].label}`);
    // refusal: ownPassword
    if (draft.password) throw forbidden('请在个人中心修改自己的密码');
  }
  // SPEC §6 gives user 1 special rights. Without user 1, nobody might be able to create accounts.
  // refusal: builtIn
  if (before.id === 1 && changedRights.some((name) => ['enabled', 'isAdmin', 'loginIp'].includes(name)))
    throw forbidden('内置管理员账号不能停用、不能限定登录IP，也不能取消其管理员身份');
}

/** Allows a person to give and take only roles of a lower rank than their own (BEHAVIOUR, 用户管理). */
async function assertRoles(draft: UserDraft, { tx, call: { viewer }, before }: SaveContext): Promise<void> {
  const [newRoleIds, oldRoleIds] = [idsOf(draft.roles), idsOf(before?.roles)];
  const changedRoleIds =
    'roles' in draft
      ? [...newRoleIds.filter((id) => !oldRoleIds.includes(id)), ...oldRoleIds.filter((id) => !newRoleIds.includes(id))]
      : [];
  if (!changedRoleIds.length) return;
  const roles = await tx
    .select({ level: roleTable.level })
    .from(roleTable)
    .where(inArray(roleTable.id, changedRoleIds));
  if (roles.some(({ level }) => !outranksLevel(viewer, level))) throw forbidden('只能分配级别低于自己的角色');
}

/**
 * Requires a free user name. The unique index distinguishes case, but people do not distinguish Admin from admin. For
 * a name of another organization, the refusal says only that it is not available, and only a few times per hour.
 * @throws Refusal 409 `duplicate`, 429 `tooFast`
 */
async function assertNameFree(
  { tx, call }: Pick<SaveContext, 'tx' | 'call'>,
  id: number,
  userName: string,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${user.name} ${userName.toLowerCase()}`}))`);
  const [twinUser] = await tx
    .select({ id: userTable.id, organizationId: userTable.organizationId })
    .from(userTable)
    .where(
      and(
        eq(sql`lower(${userTable.userName})`, userName.toLowerCase()),
        ne(userTable.id, id),
        isNull(userTable.deleteTime),
      ),
    );
  if (!twinUser) return;
  const viewer = call.maybeViewer;
  const isVisible = !viewer || viewer.user.isAdmin || twinUser.organizationId === viewer.organizationId;
  if (!isVisible) countForeignName(viewer.user.id);
  const message = isVisible
    ? `${user.fields.userName.label}“${userName}”已存在（不区分大小写）`
    : `${user.fields.userName.label}“${userName}”不能使用，请换一个`;
  throw new Refusal(409, 'duplicate', message, { errors: [{ field: 'userName', message }] });
}

let cachedHash: Promise<string> | undefined;

/**
 * Returns the hash of a random password that nobody knows. All imported people share it, because each hash takes a
 * quarter of a second.
 */
const unknownHash = (): Promise<string> => (cachedHash ??= hashPassword(randomPassword()));

async function passwordColumns(draft: UserDraft, { services, before, action, dry }: SaveContext): Promise<UserDraft> {
  if (dry) return {};
  // An imported person gets a random password that nobody knows, until an administrator issues one.
  const password = action === 'import' && !before ? randomPassword() : draft.password;
  if (typeof password !== 'string') {
    if (!before) throw invalid([{ field: 'password', message: requiredMessage(user.fields.password) }]);
    return {};
  }
  const fault = passwordFault(password, String(draft.userName ?? before?.userName ?? ''));
  if (fault) throw invalid([{ field: 'password', message: fault }]);
  const now = services.now();
  // The person who sets the password knows it, so the owner has to choose a new one.
  if (before) return givenPasswordColumns(await hashPassword(password), now);
  const passwordHash = await (action === 'import' ? unknownHash() : hashPassword(password));
  return { passwordHash, passwordTime: now, passwordOwn: false };
}

/** Requires that a person and their roles and units belong to one organization. */
async function assertOneOrganization(row: AnyRow, { tx }: SaveContext): Promise<void> {
  const { organizationId } = row;
  if (organizationId === null) {
    if (!row.isAdmin) throw invalid([{ field: 'organizationId', message: '请选择所属机构' }]);
    return;
  }
  const [home] = await tx
    .select({ id: organizationTable.id })
    .from(organizationTable)
    .where(and(eq(organizationTable.id, organizationId), isNull(organizationTable.deleteTime)));
  if (!home) throw invalid([{ field: 'organizationId', message: '所属机构不存在或已被删除' }]);
  const roles = idsOf(row.roles).length
    ? await tx
        .select({ of: roleTable.organizationId })
        .from(roleTable)
        .where(inArray(roleTable.id, idsOf(row.roles)))
    : [];
  if (roles.some((role) => role.of !== null && role.of !== organizationId))
    throw invalid([{ field: 'roles', message: '所选角色不属于该用户的机构' }]);
  const units = idsOf(row.units).length
    ? await tx
        .select({ of: inspectUnitTable.organizationId })
        .from(inspectUnitTable)
        .where(inArray(inspectUnitTable.id, idsOf(row.units)))
    : [];
  if (units.some((unit) => unit.of !== organizationId))
    throw invalid([{ field: 'units', message: '所选受检单位不属于该用户的机构' }]);
}

/** Save rules of users: visible to their whole organization; only people who outrank them may change them. */
export const userPolicy: Policy = {
  ignoresDataScope: true,
  extraFilterConditions: { lacks: missingStaffData },
  complete: completeUserNames,
  initialValues: async (tx, services, organizationId) => ({
    expiryDate: await proposedExpiry(services, tx, organizationId),
  }),
  async assertOpen(row, { tx, call }) {
    if (row.id !== call.viewer.user.id) await assertOutranks(tx, call.viewer, [row.id]);
  },
  async beforeSave(draft, context) {
    assertRights(draft, context);
    await assertRoles(draft, context);
    const userName = String(draft.userName ?? '');
    if (userName && userName !== context.before?.userName)
      await assertNameFree(context, context.before?.id ?? 0, userName);
    if (context.before) await assertRename(draft, context.before, context);
    const columns = await passwordColumns(draft, context);
    const { before, tx, services } = context;
    const isDisabled = before !== null && draft.enabled === '0';
    const isPasswordRenewed = 'passwordHash' in columns;
    if (
      before &&
      (isPasswordRenewed ||
        isDisabled ||
        rightsFields.some((name) => name !== 'expiryDate' && hasChanged(draft, before, name)))
    ) {
      const cause = isDisabled ? 'account' : isPasswordRenewed ? 'password' : 'rights';
      await revokeSessions(tx, [before.id], services.now(), {
        keepRemembered: !isPasswordRenewed && !isDisabled,
        reason: cause,
      });
    }
    if (before && isPasswordRenewed) {
      await recordAudit(tx, actorOf(context.call), [
        {
          action: 'reset',
          entity: user,
          entityId: before.id,
          title: String(before.nickName),
          organizationId: before.organizationId,
          after: passwordSeal(services.env, before.id, String(columns.passwordHash)),
        },
      ]);
      await tellOfReset(services, tx, context.call, {
        id: before.id,
        nickName: String(before.nickName),
        organizationId: before.organizationId,
      });
    }
    return columns;
  },
  afterSave: assertOneOrganization,
  async beforeDelete(rows, { call }) {
    // refusal: self
    if (rows.some((row) => row.id === call.viewer.user.id)) throw forbidden('不能删除自己，请由其他管理员办理');
    // refusal: builtIn
    if (rows.some((row) => row.id === 1)) throw forbidden('内置管理员不能删除；不再使用时请更换其密码并妥善保管');
  },
  async afterRestore(rows, context) {
    for (const row of rows) await assertNameFree(context, row.id, String(row.userName));
  },
  async afterDelete(rows, { tx, services }) {
    await revokeSessions(
      tx,
      rows.map((row) => row.id),
      services.now(),
      { reason: 'account' },
    );
  },
};
