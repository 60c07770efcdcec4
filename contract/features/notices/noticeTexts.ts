// Texts of notices, for client, server and tests.

export const noticeTexts = {
  locked: '公告已发布，不能修改或删除；如需更正，请撤销后复制为新公告',
  notDraft: '只有草稿可以发布，请刷新后查看',
  notSent: '只有已发布的公告可以撤销，请刷新后查看',
  nobody: '没有符合条件的接收人，请重新选择',
  sent: (people: number) => `发布成功，已通知${people}人`,
  recalled: '撤销成功',
  confirmRecall: '撤销后，所有接收人都不再看到本条公告，确定撤销吗？',
  bell: '消息',
  unread: (count: number) => `未读(${count})`,
  read: '已读',
  seeAll: '查看全部消息',
  readAll: '全部标为已读',
  confirmReadAll: (count: number) => `确定将${count}条未读消息全部标为已读吗？`,
  noneUnread: '没有未读消息',
  allRead: '已将全部消息标为已读',
  notYours: '这条消息不存在、已被撤销，或不是发给您的',
  arrived: '收到新消息',
  loadFailed: '消息加载失败，请重试',
} as const;
