import { Button, Form, Input } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { DictCell, emptyCellText } from '@/fields';
import { PaneForm } from '@/fields/PaneForm';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { codeFit } from '@/grid/text/textFit';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { useSettings } from '@/session/settingsStore';
import type { AnyRow } from '@contract/entity';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import type { IncomingWorkSample } from '@contract/features/laboratory/incoming/incomingWorkWire';
import { storageTexts } from '@contract/features/laboratory/tasks/storageTexts';
import { StorageLocationDialog } from '../tasks/StorageLocationDialog';
import { actOnIncoming, type RequestState } from './incomingCalls';
import styles from './sampleInfoPush.module.css';

interface ReceivedRow {
  readonly id: number;
  readonly row: AnyRow;
  readonly sample: IncomingWorkSample | undefined;
}

const textOrEmpty = (value: unknown): string =>
  value === null || value === undefined || value === '' ? emptyCellText : String(value);

const columns: readonly DataTableColumn<ReceivedRow>[] = [
  {
    key: 'sampleNo',
    title: '样品编号',
    width: 180,
    fit: codeFit,
    fixed: 'left',
    mono: true,
    text: ({ sample }) => textOrEmpty(sample?.sampleNo),
    render: ({ sample }) => textOrEmpty(sample?.sampleNo),
  },
  {
    key: 'clientSampleNo',
    title: '原样编号',
    width: 120,
    fit: codeFit,
    mono: true,
    text: ({ row }) => textOrEmpty(row.clientSampleNo),
    render: ({ row }) => textOrEmpty(row.clientSampleNo),
  },
  {
    key: 'sampleName',
    title: '样品名称',
    width: 120,
    text: ({ row }) => textOrEmpty(row.sampleName),
    render: ({ row }) => textOrEmpty(row.sampleName),
  },
  {
    key: 'state',
    title: '收样状态',
    width: 96,
    render: ({ row }) => <DictCell dict="incomingState" value={row.state} />,
  },
  {
    key: 'sampleState',
    title: '样品状态',
    width: 96,
    render: ({ sample }) => (sample ? <DictCell dict="sampleState" value={sample.state} /> : emptyCellText),
  },
  {
    key: 'condition',
    title: '到样状态',
    width: 96,
    render: ({ row }) => <DictCell dict="sampleCondition" value={row.condition} />,
  },
  {
    key: 'hazard',
    title: '检测项目',
    width: 180,
    text: ({ row, sample }) => textOrEmpty(sample?.hazardName ?? row.hazardName),
    render: ({ row, sample }) => textOrEmpty(sample?.hazardName ?? row.hazardName),
  },
  {
    key: 'standardVolume',
    title: '标准采样体积（L）',
    width: 128,
    text: ({ row }) => textOrEmpty(row.standardVolume),
    render: ({ row }) => textOrEmpty(row.standardVolume),
  },
  {
    key: 'location',
    title: '存放处',
    width: 130,
    text: ({ sample }) => textOrEmpty(sample?.location),
    render: ({ sample }) => textOrEmpty(sample?.location),
  },
  {
    key: 'deliverer',
    title: '送样人',
    width: 88,
    text: ({ row }) => textOrEmpty(row.deliverer),
    render: ({ row }) => textOrEmpty(row.deliverer),
  },
  {
    key: 'receivedBy',
    title: '收样人',
    width: 88,
    text: ({ row }) => textOrEmpty(row.receivedByName),
    render: ({ row }) => textOrEmpty(row.receivedByName),
  },
  {
    key: 'receivedAt',
    title: '收样时间',
    width: 160,
    text: ({ row }) => textOrEmpty(row.receivedAt),
    render: ({ row }) => textOrEmpty(row.receivedAt),
  },
  {
    key: 'stateReason',
    title: '原因',
    width: 200,
    text: ({ row }) => textOrEmpty(row.stateReason),
    render: ({ row }) => textOrEmpty(row.stateReason),
  },
];

const keyOf = ({ id }: ReceivedRow): number => id;

interface ReceivedTableProps extends RequestState {
  readonly project: number;
  readonly rows: readonly AnyRow[];
  readonly samples: readonly IncomingWorkSample[];
  /** True if receptions may be undone. */
  readonly mayTakeBack: boolean;
  readonly onLabels: (sampleIds: readonly number[]) => void;
  readonly onChanged: () => void;
}

interface TakeBackDialogProps {
  readonly project: number;
  readonly open: boolean;
  readonly chosenRows: readonly ReceivedRow[];
  readonly onClose: () => void;
  /** Called after each attempt, also a refused one, because another person may have changed the rows. */
  readonly onTried: (well: boolean) => void;
}

/** Undoes receptions and refusals for a reason. */
function TakeBackDialog({ project, open, chosenRows, onClose, onTried }: TakeBackDialogProps) {
  const [form] = Form.useForm<{ reason: string }>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (open) form.resetFields();
  }, [open, form]);
  const takeBack = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || busy) return;
    setBusy(true);
    const hasSucceeded = await succeeded(
      actOnIncoming('takeBack', {
        project,
        rows: chosenRows.map(({ row: { id, version } }) => ({ id, version })),
        reason: answers.reason.trim(),
      }).then(({ message }) => feedback.notify('success', message)),
    );
    setBusy(false);
    onTried(hasSucceeded);
  };
  return (
    <PageModal
      open={open}
      width={480}
      title={`撤回收样或拒收（${chosenRows.length}件）`}
      okText="撤回"
      okButtonProps={{ danger: true }}
      confirmLoading={busy}
      onOk={() => void takeBack()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>撤回后可以重新登记和收样；已编号的样品作废，编号不再使用。已分发的不能撤回。</p>
      <PaneForm form={form} layout="vertical" requiredMark={false} onFinish={() => void takeBack()}>
        <Form.Item
          name="reason"
          label="原因"
          rules={[{ required: true, whitespace: true, message: incomingTexts.reasonNeeded }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount autoFocus />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}

/** Lists received samples with their numbers and refused ones with the reason. */
export function ReceivedTable({
  project,
  rows,
  samples,
  loading,
  error,
  mayTakeBack,
  onLabels,
  onChanged,
}: ReceivedTableProps) {
  const size = useSettings((settings) => settings.size);
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set());
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [placing, setPlacing] = useState(false);
  const displayedRows = useMemo(() => {
    const byId = new Map(samples.map((sample) => [sample.id, sample]));
    return rows.map((row): ReceivedRow => ({ id: row.id, row, sample: byId.get(row.receivedAs as number) }));
  }, [rows, samples]);
  const chosenRows = displayedRows.filter(({ id }) => selected.has(id));
  const labelled = (chosenRows.length ? chosenRows : displayedRows).flatMap(({ sample }) =>
    sample ? [sample.id] : [],
  );
  const chosenSamples = chosenRows.flatMap(({ sample }) => sample ?? []);
  return (
    <div className={styles.panel}>
      <div className={styles.tools}>
        <Button disabled={!labelled.length} onClick={() => onLabels(labelled)}>
          打印标签（{labelled.length}枚）
        </Button>
        {mayTakeBack && (
          <Button disabled={!chosenSamples.length} onClick={() => setPlacing(true)}>
            {storageTexts.act}
          </Button>
        )}
        {mayTakeBack && (
          <Button danger disabled={!chosenRows.length} onClick={() => setDialogOpen(true)}>
            撤回
          </Button>
        )}
      </div>
      <div className={styles.grow}>
        <DataTable
          label="已收样与拒收"
          rows={displayedRows}
          rowKey={keyOf}
          columns={columns}
          height="100%"
          density={size}
          loading={loading}
          error={error}
          empty="还没有收样。在“待收样”中登记，然后点击“收样”。"
          selected={selected}
          onSelect={setSelected}
        />
      </div>
      <StorageLocationDialog
        open={placing}
        samples={chosenSamples}
        onClose={() => setPlacing(false)}
        onDone={() => {
          setPlacing(false);
          setSelected(new Set());
          onChanged();
        }}
      />
      <TakeBackDialog
        project={project}
        open={isDialogOpen}
        chosenRows={chosenRows}
        onClose={() => setDialogOpen(false)}
        onTried={(hasSucceeded) => {
          onChanged();
          if (!hasSucceeded) return;
          setDialogOpen(false);
          setSelected(new Set());
        }}
      />
    </div>
  );
}
