import { recallAnnouncement } from '@/api/notices';
import { succeeded } from '@/api/succeeded';
import { useAnnouncementDialogs } from '@/features/notices/announcements/announcementDialogs';
import { deferredPart } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage, ListEditor } from '@/listEditor';
import { loadNotices } from '@/session/notices/noticeStore';
import type { AnyRow } from '@contract/entity';
import { announcement, announcementSend } from '@contract/features/notices/entities/notice';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { permissionOf } from '@contract/permissions';

const SendDialog = deferredPart(async () => (await import('@/features/notices/announcements/SendDialog')).SendDialog);
const RecipientsDrawer = deferredPart(
  async () => (await import('@/features/notices/announcements/RecipientsDrawer')).RecipientsDrawer,
);

const publishPermissions = [permissionOf(announcement, 'status')];
const listPermissions = [permissionOf(announcementSend, 'list')];
const hasStatus = (status: string) => (rows: readonly AnyRow[]) => rows.every((row) => row.sendStatus === status);

const page = definePage({
  entity: announcement,
  url: 'api/ohitAnnouncement',
  columns: [
    'titile',
    'msgCategory',
    'priority',
    'sendStatus',
    'senderName',
    'sendTime',
    'msgAbstract',
    'cancelTime',
    'updateTime',
  ],
  filters: ['msgCategory', 'priority', 'sendStatus', 'sendTime', 'senderName'],
  form: ['titile', 'msgCategory', 'priority', 'msgAbstract', 'msgContent'],
  abilities: ['add', 'edit', 'copy', 'del', 'restore'],
  actions: [
    defineAction({
      key: 'send',
      label: '发布',
      place: 'row',
      permission: publishPermissions,
      enabled: hasStatus('0'),
      run: ({ rows: [row] }) => useAnnouncementDialogs.setState({ sending: row ?? null }),
    }),
    defineAction({
      key: 'records',
      label: '阅读情况',
      place: 'row',
      permission: listPermissions,
      enabled: (rows) => !hasStatus('0')(rows),
      run: ({ rows: [row] }) => useAnnouncementDialogs.setState({ records: row ?? null }),
    }),
    defineAction({
      key: 'recall',
      label: '撤销',
      place: 'row',
      permission: publishPermissions,
      danger: true,
      confirm: noticeTexts.confirmRecall,
      enabled: hasStatus('1'),
      async run({ rows: [row], editor }) {
        if (row) await succeeded(recallAnnouncement(row.id).then((message) => feedback.notify('success', message)));
        await editor.refresh();
        void loadNotices();
      },
    }),
    defineAction({
      key: 'allRecords',
      label: '发送记录',
      place: 'toolbar',
      permission: listPermissions,
      run: () => useAnnouncementDialogs.setState({ records: 'all' }),
    }),
  ],
});

/** 通知公告: drafts and sent announcements, with those who read them. */
export default function AnnouncementPage() {
  const sending = useAnnouncementDialogs((state) => state.sending !== null);
  const isOpen = useAnnouncementDialogs((state) => state.records !== null);
  return (
    <>
      <ListEditor page={page} />
      <SendDialog wanted={sending} />
      <RecipientsDrawer wanted={isOpen} />
    </>
  );
}
