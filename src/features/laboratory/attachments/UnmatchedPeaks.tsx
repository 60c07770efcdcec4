import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Select, Space, Table } from 'antd';
import { useState } from 'react';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { clearable } from '@/lib/clearableInput';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import type { Row } from '@contract/entity';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { settlePeak } from '../laboratoryCalls';
import { workKey } from '../useRecordPage';
import styles from '../methods.module.css';

type PeakRow = Row<typeof labPeak>;

const formatValues = (values: Readonly<Record<string, string>> | null): string =>
  Object.entries(values ?? {})
    .map(([key, value]) => `${key}：${value}`)
    .join('，');

/** Instrument lines that matched no sample. Each is assigned to one or discarded with a reason. */
export function UnmatchedPeaks({
  work,
  may: mayEdit,
  onSettled,
}: {
  readonly work: LabWork;
  readonly may: boolean;
  readonly onSettled: () => void;
}) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<PeakRow | null>(null);
  const key = [...workKey(work.sheet.id), 'parked'] as const;
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await crud(labPeak).list({ sheet: work.sheet.id, state: 'parked', page: 0, size: 1000, sort: 'id,asc' }, signal))
        .content,
  });
  if (!data?.length) return null;
  return (
    <section aria-label="未匹配的仪器数据">
      <h2 className={styles.subtitle}>未匹配的仪器数据（{data.length}行）</h2>
      <Table<PeakRow>
        size="small"
        rowKey="id"
        dataSource={[...data]}
        pagination={data.length > 20 ? { pageSize: 20, size: 'small' } : false}
        scroll={{ x: 900 }}
        columns={[
          { title: '行', dataIndex: 'line', width: 64, align: 'right' },
          { title: '样品名', dataIndex: 'sampleName', width: 190 },
          { title: '组分', dataIndex: 'peakName', width: 110 },
          { title: '数据', dataIndex: 'values', ellipsis: true, render: formatValues },
          { title: '原因', dataIndex: 'reason', width: 240 },
          {
            title: '操作',
            key: 'actions',
            width: 84,
            render: (_, row) =>
              mayEdit && (
                <Button type="link" size="small" onClick={() => setOpen(row)}>
                  处理
                </Button>
              ),
          },
        ]}
      />
      {open && (
        <AssignDialog
          key={open.id}
          work={work}
          peak={open}
          onClose={() => setOpen(null)}
          onSettled={() => {
            void queryClient.invalidateQueries({ queryKey: key });
            onSettled();
          }}
        />
      )}
    </section>
  );
}

function AssignDialog({
  work,
  peak,
  onClose,
  onSettled,
}: {
  readonly work: LabWork;
  readonly peak: PeakRow;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}) {
  const numbers = Object.entries(peak.values ?? {}).filter(([, value]) => /\d/.test(value));
  const [row, setRow] = useState<number | null>(null);
  const [value, setValue] = useState(numbers.at(-1)?.[1] ?? '');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const submitSettlement = async () => {
    setBusy(true);
    const isSettled = await succeeded(
      settlePeak({ id: peak.id, row, value: row === null ? null : value, reason: reason || null }).then((message) =>
        feedback.notify('success', message),
      ),
    );
    setBusy(false);
    if (!isSettled) return;
    onSettled();
    onClose();
  };
  return (
    <PageModal
      open
      title={`第${peak.line ?? ''}行：${peak.sampleName ?? '（无样品名）'}`}
      okText={row === null ? '不采用' : '写入记录'}
      cancelText="取消"
      okButtonProps={{ loading: busy, disabled: row === null ? !reason.trim() : !value.trim() }}
      onOk={() => void submitSettlement()}
      onCancel={onClose}
    >
      <form onSubmit={(event) => event.preventDefault()}>
        <Space orientation="vertical" style={{ width: '100%' }}>
          <p>{formatValues(peak.values)}</p>
          <Select
            allowClear={clearable}
            showSearch={{ optionFilterProp: 'label' }}
            aria-label="对应的样品"
            placeholder="对应的样品"
            style={{ width: '100%' }}
            value={row}
            options={work.rows.map((workRow) => ({
              value: workRow.id,
              label: `${workRow.sampleNo}${workRow.rowKind === 'parallel' ? '（平行）' : workRow.rowKind === 'blank' ? '（空白）' : ''}`,
            }))}
            onChange={(next: number | undefined) => setRow(next ?? null)}
          />
          {row !== null && <Input aria-label="数值" value={value} onChange={(event) => setValue(event.target.value)} />}
          <Input
            aria-label="原因"
            placeholder={row === null ? labAttachmentTexts.ignoreReason : '说明（可不填）'}
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Space>
      </form>
    </PageModal>
  );
}
