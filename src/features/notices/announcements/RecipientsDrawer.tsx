import { useQuery } from '@tanstack/react-query';
import { Alert, Progress } from 'antd';
import { useMemo } from 'react';
import { crud } from '@/api/crudClient';
import { definePage, ListEditor } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { announcementSend } from '@contract/features/notices/entities/notice';
import { useAnnouncementDialogs } from './announcementDialogs';

const sharedOptions = { entity: announcementSend, url: 'api/ohitAnnouncementSend', abilities: ['export'] } as const;
const everything = definePage({
  ...sharedOptions,
  columns: [
    'receiverName',
    'anntId',
    'readFlag',
    'readTime',
    'sendStatus',
    'mailState',
    'mailNote',
    'mailTime',
    'createTime',
  ],
  filters: ['userId', 'anntId', 'readFlag', 'readTime', 'sendStatus', 'mailState'],
});

/** Lists the recipients and reading times of one announcement, or of all. */
export function RecipientsDrawer() {
  const chosenAnnouncement = useAnnouncementDialogs((state) => state.records);
  const anntId = chosenAnnouncement !== null && chosenAnnouncement !== 'all' ? chosenAnnouncement.id : null;
  const page = useMemo(
    () =>
      anntId === null
        ? everything
        : definePage({
            ...sharedOptions,
            title: '阅读情况',
            columns: ['receiverName', 'readFlag', 'readTime', 'mailState', 'mailNote', 'mailTime'],
            filters: ['readFlag', 'readTime', 'mailState'],
            fixedQuery: { anntId },
            sort: 'readFlag,asc',
          }),
    [anntId],
  );
  return (
    <PageDrawer
      open={chosenAnnouncement !== null}
      size={860}
      destroyOnHidden
      title={chosenAnnouncement === 'all' ? '发送记录' : `阅读情况：${String(chosenAnnouncement?.titile ?? '')}`}
      onClose={() => useAnnouncementDialogs.setState({ records: null })}
    >
      <div style={{ display: 'flex', flexDirection: 'column', gap: 12, height: '100%' }}>
        {anntId !== null && <ReadShare anntId={anntId} />}
        <div style={{ flex: 1, minHeight: 320 }}>
          <ListEditor key={anntId ?? 'all'} page={page} embedded />
        </div>
      </div>
    </PageDrawer>
  );
}

function ReadShare({ anntId }: { anntId: number }) {
  const count = async (extraQuery: object, signal: AbortSignal) =>
    (await crud(announcementSend).list({ anntId, page: 0, size: 10, ...extraQuery }, signal)).totalElements;
  const { data } = useQuery({
    queryKey: ['list', announcementSend.path, 'share', anntId],
    queryFn: async ({ signal }) => ({
      all: await count({}, signal),
      read: await count({ readFlag: '1' }, signal),
      unmailed: await count({ mailState: ['failed', 'unknown'] }, signal),
    }),
    gcTime: 0,
  });
  if (!data) return null;
  return (
    <div>
      <strong>{`已读${data.read}人，未读${data.all - data.read}人，共${data.all}人`}</strong>
      {data.unmailed > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${data.unmailed}人的邮件没有送达或结果未知，姓名与原因见下表“邮件”一列；系统内的消息不受影响。`}
          style={{ margin: '8px 0' }}
        />
      )}
      <Progress percent={data.all ? Math.round((100 * data.read) / data.all) : 0} aria-label="已读比例" />
    </div>
  );
}
