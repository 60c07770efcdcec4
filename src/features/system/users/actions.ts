import { user } from '@contract/features/system/entities/user';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { rules } from '@contract/rules';
import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { defineAction } from '@/listEditor';
import { useRightsOf } from './rightsStore';

/** 重置密码: the administrator types a new one; the person's sessions end. */
export const resetPassword = defineAction({
  key: 'resetPassword',
  label: '重置密码',
  at: 'row',
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

/** 有效权限: what the person may do, and why. */
export const showRights = defineAction({
  key: 'rights',
  label: '有效权限',
  at: 'row',
  permission: [permissionOf(user, 'list')],
  run: ({ rows: [row] }) => useRightsOf.setState({ user: row ?? null }),
});
