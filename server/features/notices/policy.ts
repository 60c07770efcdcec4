import type { Policy } from '@server/crud/policy';

/**
 * Save rules of announcements. PRODUCT §2: 草稿 → 已发布 → 已撤销. Only a draft can be changed; sending and recalling
 * have their own routes.
 */
export const announcementPolicy: Policy = {
  disabledOperations: ['status', 'import'],
  ignoresDataScope: true,
  async beforeSave(_draft, { before, call }) {
    return before ? {} : { sendStatus: '0', senderName: call.maybeViewer?.user.nickName ?? null };
  },
};

/** Save rules of copies: sending creates them, reading changes them. The sender only sees who has read them. */
export const announcementSendPolicy: Policy = {
  disabledOperations: ['get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
  ignoresDataScope: true,
};
