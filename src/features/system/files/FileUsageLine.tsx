import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Table } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { type CrashingFile, crashingFileTexts } from '@contract/features/system/crashingFiles';
import { storedFile } from '@contract/features/system/entities/storedFile';
import { type FileUsage, quotaTexts } from '@contract/features/system/storageQuotaTexts';

const crashingFilesKey = ['crashingFiles'];

/** Lists files whose reading crashed the reader. A platform administrator may allow another attempt. */
function CrashingFiles({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data, isLoading, isError } = useQuery({
    queryKey: crashingFilesKey,
    queryFn: async ({ signal }) =>
      (await client.get<{ content: CrashingFile[] }>(`${storedFile.path}/deadly`, { signal, quiet: true })).data
        .content,
  });
  const allowAnotherTry = async (sha256: string) => {
    if (!(await succeeded(client.delete(`${storedFile.path}/deadly`, { data: [sha256] })))) return;
    feedback.notify('success', crashingFileTexts.cleared);
    await queryClient.invalidateQueries({ queryKey: crashingFilesKey });
  };
  return (
    <PageModal
      open
      title={crashingFileTexts.title}
      width={760}
      footer={<Button onClick={onClose}>关闭</Button>}
      onCancel={onClose}
    >
      <p>{crashingFileTexts.hint}</p>
      <Table<CrashingFile>
        size="small"
        rowKey="sha256"
        loading={isLoading}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ y: 420 }}
        locale={{ emptyText: isError ? crashingFileTexts.failed : crashingFileTexts.empty }}
        columns={[
          { title: '文件名', dataIndex: 'name' },
          { title: '原因', dataIndex: 'cause', width: 150 },
          { title: '时间', dataIndex: 'createTime', width: 170 },
          {
            title: '操作',
            width: 110,
            render: (_, row) => (
              <Popconfirm
                title={crashingFileTexts.confirm}
                okText={crashingFileTexts.clear}
                cancelText="取消"
                onConfirm={() => allowAnotherTry(row.sha256)}
              >
                <Button type="link" size="small">
                  {crashingFileTexts.clear}
                </Button>
              </Popconfirm>
            ),
          },
        ]}
      />
    </PageModal>
  );
}

/** Line above the list: total size and today's uploads. */
export function FileUsageLine() {
  const admin = useSession((session) => session.user?.isAdmin === true);
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    // With the list, so that what was cleaned no longer counts.
    queryKey: ['list', storedFile.path, 'usage'],
    queryFn: async ({ signal }) => (await client.get<FileUsage>(`${storedFile.path}/usage`, { signal })).data,
  });
  return (
    <>
      {data && (
        <Alert
          type={data.outside >= data.outsideLimit ? 'warning' : 'info'}
          showIcon
          style={{ marginBottom: 12 }}
          title={quotaTexts.shown(data)}
          action={
            admin ? (
              <Button size="small" onClick={() => setOpen(true)}>
                {crashingFileTexts.title}
              </Button>
            ) : undefined
          }
        />
      )}
      {open && <CrashingFiles onClose={() => setOpen(false)} />}
    </>
  );
}
