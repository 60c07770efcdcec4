import type { Policy } from '@server/crud/policy';

/** PRODUCT §2: 草稿 → 已发布 → 已撤销. Only a draft can be changed; sending and recalling have routes of their own. */
export const announcementPolicy: Policy = {
  without: ['status', 'import', 'export'],
  ignoresDataScope: true,
  async beforeSave(_draft, { before, call }) {
    return before ? {} : { sendStatus: '0', senderName: call.maybeViewer?.user.nickName ?? null };
  },
};

/** Made by sending and changed by reading; the sender's side only looks at who has read it. */
export const announcementSendPolicy: Policy = {
  without: ['get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
  ignoresDataScope: true,
};
