import type { Policy } from '../../crud/policy';
import { conflict } from '../../http/errors';

export const noticeMessages = {
  locked: '公告已发布，不可修改或删除；如需更正，请撤销后复制为新公告',
  notDraft: '只有草稿可以发布，请刷新后查看',
  notSent: '只有已发布的公告可以撤销，请刷新后查看',
  nobody: '没有符合条件的接收人，请重新选择',
  sent: (people: number) => `发布成功，已通知${people}人`,
  recalled: '撤销成功',
} as const;

/** PRODUCT §2: 草稿 → 已发布 → 已撤销. Only a draft can be changed; sending and recalling have routes of their own. */
export const announcementPolicy: Policy = {
  without: ['status', 'import', 'export'],
  ignoresDataScope: true,
  async beforeSave(_draft, { before, call }) {
    return before ? {} : { sendStatus: '0', senderName: call.maybeViewer?.user.nickName ?? null };
  },
  async assertOpen(row) {
    if (row.sendStatus !== '0') throw conflict(noticeMessages.locked, 'locked');
  },
};

/** Made by sending and changed by reading; the sender's side only looks at who has read it. */
export const announcementSendPolicy: Policy = {
  without: ['get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
  ignoresDataScope: true,
};
