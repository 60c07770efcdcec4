import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Segmented, Skeleton, Space, Table } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/failures';
import { went } from '@/api/went';
import { FileLink } from '@/fields/preview/FileLink';
import { feedback } from '@/lib/feedback';
import { PageDrawer } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import type { Row } from '@contract/entity';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { type Quantity, quantityLabels } from '@contract/features/laboratory/instruments/instrumentReading';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunLine, RunRead } from '@contract/features/laboratory/runs/runWire';
import { permissionOf } from '@contract/permissions';
import { moveRun, readRun } from './runCalls';
import styles from '../methods.module.css';

export type Run = Row<typeof labRun>;

const words: Readonly<Record<RunLine['state'], string>> = {
  matched: '写入记录',
  parked: '留待处理',
  ignored: '不采用',
};
const tones: Readonly<Record<RunLine['state'], string | undefined>> = {
  matched: styles.good,
  parked: styles.warning,
  ignored: styles.quiet,
};

const labelOf = (quantity: string | null): string =>
  quantity === null ? '' : (quantityLabels[quantity as Quantity] ?? quantity);

/** Target of a line and the value it replaces, or the reason why it has no target. */
function Destination({ sheetNo, held, reason }: RunLine) {
  if (reason !== null) return <>{reason}</>;
  return (
    <>
      {sheetNo}
      {held !== null && <span className={styles.warning}>　{runTexts.replaces(held)}</span>}
    </>
  );
}

const columns = [
  { title: '行', dataIndex: 'line', width: 64, align: 'right' as const },
  { title: '样品名', dataIndex: 'sampleName', width: 190, ellipsis: true },
  { title: '组分', dataIndex: 'component', width: 120, ellipsis: true },
  { title: '测量量', dataIndex: 'quantity', width: 84, render: labelOf },
  { title: '数值', dataIndex: 'value', width: 110, align: 'right' as const },
  { title: '单位', dataIndex: 'unit', width: 84 },
  {
    title: '去向',
    dataIndex: 'state',
    width: 90,
    render: (state: RunLine['state']) => <span className={tones[state]}>{words[state]}</span>,
  },
  { title: '检测记录或原因', key: 'to', render: (_: unknown, line: RunLine) => <Destination {...line} /> },
];

type Shown = 'all' | RunLine['state'];

/** All lines of a file, by what becomes of them. */
function Lines({ lines }: { readonly lines: readonly RunLine[] }) {
  const [shown, setShown] = useState<Shown>('all');
  const count = (state: Shown) => lines.filter((line) => state === 'all' || line.state === state).length;
  const rows = useMemo(
    () => lines.map((line, key) => ({ ...line, key })).filter(({ state }) => shown === 'all' || state === shown),
    [lines, shown],
  );
  return (
    <>
      <Segmented<Shown>
        aria-label="显示"
        value={shown}
        options={[
          { value: 'all', label: `全部 ${count('all')}` },
          ...(['matched', 'parked', 'ignored'] as const).map((value) => ({
            value,
            label: `${words[value]} ${count(value)}`,
          })),
        ]}
        onChange={setShown}
      />
      <Table<RunLine & { readonly key: number }>
        size="small"
        dataSource={rows}
        virtual
        scroll={{ y: 480, x: 980 }}
        pagination={false}
        columns={columns}
      />
    </>
  );
}

const recordsOf = (lines: readonly RunLine[]): number =>
  new Set(lines.flatMap(({ state, sheet }) => (state === 'matched' ? [sheet] : []))).size;

function Summary({ read }: { readonly read: RunRead }) {
  const count = (state: RunLine['state']) => read.lines.filter((line) => line.state === state).length;
  return (
    <p role="status">
      {read.profile !== null && <>{runTexts.readBy(read.profile)}。</>}
      {runTexts.summary(count('matched'), recordsOf(read.lines), count('parked'), count('ignored'))}
    </p>
  );
}

interface RunDrawerProps {
  readonly run: Run | null;
  readonly onClose: () => void;
  /** Called when readings were written or taken back. */
  readonly onMoved: () => void;
}

/** One run: every line of its file with its destination, written into all records at once, or taken back. */
export function RunDrawer({ run, onClose, onMoved }: RunDrawerProps) {
  const queries = useQueryClient();
  const may = useCan([permissionOf(labRun, 'edit')]);
  const [busy, setBusy] = useState(false);
  const key = ['labRun', run?.id, run?.version] as const;
  const { data, error } = useQuery({
    queryKey: key,
    enabled: run !== null,
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) => readRun(run?.id ?? 0, signal),
  });
  const move = async (step: 'write' | 'undo') => {
    if (!run || (step === 'undo' && !(await feedback.confirm(runTexts.confirmUndo)))) return;
    setBusy(true);
    const done = await went(moveRun(step, run.id).then((said) => feedback.notify('success', said)));
    setBusy(false);
    void queries.invalidateQueries({ queryKey: ['labRun', run.id] });
    if (done) onMoved();
  };
  const step = data?.written ? 'undo' : 'write';
  const matched = data?.lines.some(({ state }) => state === 'matched') ?? false;
  return (
    <PageDrawer
      open={run !== null}
      size={1080}
      title={`${labRun.label} ${run?.runNo ?? ''}　${run?.fileName ?? ''}`}
      onClose={onClose}
      destroyOnHidden
    >
      {error ? (
        <Alert type="warning" showIcon title={failureOf(error).message} />
      ) : !data || !run ? (
        <Skeleton active />
      ) : (
        <div className={styles.take}>
          {data.problem !== null && <Alert type="warning" showIcon title={data.problem} />}
          <Summary read={data} />
          <Lines lines={data.lines} />
          <Space>
            {may && (
              <Button
                type={step === 'write' ? 'primary' : 'default'}
                loading={busy}
                disabled={!matched}
                onClick={() => void move(step)}
              >
                {runTexts[step]}
              </Button>
            )}
            <FileLink id={run.file} size="small" label="查看原始文件" />
          </Space>
        </div>
      )}
    </PageDrawer>
  );
}
