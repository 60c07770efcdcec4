import { client } from '@/api/client';
import { todayText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { defineAction } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import { oneTimePasswordTexts } from '@contract/features/notices/oneTimePasswords';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import { type AccountInitials, extendedExpiry } from '@contract/features/system/accounts/accountExpiry';
import { expiryTexts } from '@contract/features/system/accounts/accountExpiryTexts';
import { user } from '@contract/features/system/entities/user';
import { roleTexts } from '@contract/features/system/roleTexts';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { rules } from '@contract/rules';
import { useRoleChange, useExpiryExtension, usePasswordSlips, useRightsOf, useAccountStateOf } from './rightsStore';

/** 重置密码: the administrator types a new password; the person's sessions end. */
export const resetPassword = defineAction({
  key: 'resetPassword',
  label: '重置密码',
  place: 'row',
  permission: [permissionOf(user, 'reset')],
  async run({ rows: [row], editor }) {
    if (!row) return;
    const password = await feedback.prompt(`为“${String(row.nickName)}”设置新密码，设置后其全部登录将失效`, {
      secret: true,
      placeholder: '新密码',
      check: (text) => (rules.password.test(text) ? null : rules.password.message),
    });
    if (password === null) return;
    await client.put('api/user/resetPassword', { id: row.id, password });
    feedback.notify('success', messages.resetDone);
    await editor.refresh();
  },
});

/** 有效权限: shows permissions and their roles. */
export const showRights = defineAction({
  key: 'rights',
  label: '有效权限',
  place: 'row',
  permission: [permissionOf(user, 'list')],
  run: ({ rows: [row] }) => useRightsOf.setState({ user: row ?? null }),
});

/** 账号状态: shows whether the person may sign in, and offers 解锁. */
export const showState = defineAction({
  key: 'state',
  label: stateTexts.title,
  place: 'row',
  permission: [permissionOf(user, 'list')],
  run: ({ rows: [row] }) => useAccountStateOf.setState({ user: row ?? null }),
});

/** 调整角色: changes roles of several people. */
export const changeRoles = defineAction({
  key: 'roles',
  label: roleTexts.change,
  place: 'selection',
  permission: [permissionOf(user, 'edit')],
  run: ({ rows, editor }) => useRoleChange.setState({ people: rows, refresh: editor.refresh }),
});

const fetchInitials = async (): Promise<AccountInitials> =>
  (await client.get<AccountInitials>('api/user/initials')).data;

/** Returns the expiry date that a new account gets today. */
export const proposedExpiry = async (): Promise<string> => (await fetchInitials()).expiryDate;

/** 延长到期日: sets the expiry date of several people. */
export const extendExpiry = defineAction({
  key: 'extend',
  label: expiryTexts.extend,
  place: 'selection',
  permission: [permissionOf(user, 'edit')],
  async run({ rows }) {
    const ownUserId = useSession.getState().user?.id;
    useExpiryExtension.setState({
      proposed: extendedExpiry(
        todayText(),
        (await fetchInitials()).years,
        rows.map(({ expiryDate }) => (expiryDate ? String(expiryDate) : null)),
      ),
      people: rows.map(({ id, version, userName, nickName, expiryDate }) => ({
        id,
        version,
        userName: String(userName),
        nickName: String(nickName),
        expiryDate: expiryDate ? String(expiryDate) : null,
        term: null,
        isOwnAccount: id === ownUserId,
      })),
    });
  },
});

/** 发放一次性密码: new passwords for several people, printed or mailed. */
export const issueOneTimePasswords = defineAction({
  key: 'oneTime',
  label: oneTimePasswordTexts.action,
  place: 'selection',
  permission: [permissionOf(user, 'reset')],
  run: ({ rows }) => usePasswordSlips.setState({ people: rows }),
});
