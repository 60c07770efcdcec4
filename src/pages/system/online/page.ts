import { client } from '@/api/client';
import { DeviceCell, SessionCell } from '@/features/system/online/sessionCells';
import { feedback } from '@/lib/feedback';
import { type ActionContext, defineAction, definePage } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { onlineSession } from '@contract/features/system/entities/onlineSession';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';

async function endSessions({ rows, editor }: ActionContext): Promise<void> {
  await client.delete(onlineSession.path, { data: rows.map(({ id }) => id) });
  feedback.notify('success', messages.removed);
  editor.clearSelection();
  await editor.refresh();
}

const sharedOptions = {
  danger: true,
  permission: [permissionOf(onlineSession, 'del')],
  enabled: (rows: readonly AnyRow[]) => rows.length > 0 && rows.every((row) => row.current !== true),
  run: endSessions,
} as const;

/** Signed-in people. An ended session is refused at its next request (QUALITY AU12). */
export default definePage({
  entity: onlineSession,
  url: 'auth/online',
  columns: ['nickName', 'userName', 'organizationName', 'ip', 'agent', 'createTime', 'seenTime'],
  filters: ['organizationName', 'ip', 'createTime', 'seenTime'],
  sort: 'createTime,desc',
  abilities: [],
  cells: { userName: SessionCell, agent: DeviceCell },
  actions: [
    defineAction({ ...sharedOptions, key: 'end', label: '强制退出', place: 'row', confirm: '确定强制退出该用户吗？' }),
    defineAction({
      ...sharedOptions,
      key: 'endAll',
      label: '批量强制退出',
      place: 'selection',
      confirm: (rows) => `确定强制退出选中的${rows.length}个会话吗？`,
    }),
  ],
});
