import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Empty, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunCurve } from '@contract/features/laboratory/runs/runWire';
import { permissionOf } from '@contract/permissions';
import { acceptRunCurve, readRunCurves } from './runCalls';
import type { Run } from './RunDrawer';
import { SubmitCurves } from './SubmitCurves';
import styles from '../methods.module.css';

const keyOf = ({ method, hazard }: RunCurve): string => `${method} ${hazard}`;

const levelsText = ({ points }: RunCurve): string =>
  points.map(({ x, responses }) => `${x}：${responses.join('、')}`).join('；');

/** Drift: the content found at each mid-point, in the order of the injections. */
function MidpointDrift({ midpoints }: RunCurve) {
  if (midpoints.length === 0) return <span className={styles.quiet}>–</span>;
  return (
    <>
      {midpoints.map(({ name, foundContent, deviation, passes }, index) => (
        <span key={`${name} ${index}`} className={passes ? undefined : styles.warning}>
          {name} {foundContent ?? '–'}
          {deviation !== null && `（${deviation}%）`}
          {'　'}
        </span>
      ))}
    </>
  );
}

const columnsOf = (mayAdd: boolean, busy: string | null, accept: (curve: RunCurve) => Promise<void>) => [
  { title: '检测项目', dataIndex: 'hazardName', width: 110, fixed: 'left' as const },
  { title: '各级含量与响应值', key: 'levels', render: (_: unknown, curve: RunCurve) => levelsText(curve) },
  { title: '单位', dataIndex: 'unit', width: 66 },
  { title: '回归方程', dataIndex: 'equation', width: 160 },
  { title: '相关系数r', dataIndex: 'r', width: 86 },
  {
    title: '中间点（偏差）',
    key: 'drift',
    width: 150,
    render: (_: unknown, curve: RunCurve) => <MidpointDrift {...curve} />,
  },
  {
    title: '评价',
    key: 'findings',
    width: 180,
    render: (_: unknown, { accepted, findings }: RunCurve) => (
      <span className={accepted ? styles.good : styles.warning}>
        {accepted ? '合格' : '不合格'}
        {findings.length > 0 && `：${findings.join('；')}`}
      </span>
    ),
  },
  {
    title: '标准曲线',
    key: 'accept',
    width: 124,
    render: (_: unknown, curve: RunCurve) =>
      curve.createdCurve ? (
        curve.createdCurve.curveNo
      ) : mayAdd && curve.points.length > 0 ? (
        <Button
          size="small"
          loading={busy === keyOf(curve)}
          disabled={busy !== null}
          aria-label={`${runTexts.acceptCurve}：${curve.hazardName}`}
          onClick={() => void accept(curve)}
        >
          {runTexts.acceptCurve}
        </Button>
      ) : null,
  },
];

interface RunCurvesTabProps {
  readonly run: Run;
  /** Called after a curve was created. */
  readonly onMoved: () => void;
}

/** Curves of a run's components, fitted from its standards. A person accepts each curve separately. */
export function RunCurvesTab({ run, onMoved }: RunCurvesTabProps) {
  const queryClient = useQueryClient();
  const mayAdd = useCan([permissionOf(labCurve, 'add')]);
  const [busy, setBusy] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: ['labRun', run.id, 'curves', run.version],
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) => readRunCurves(run.id, signal),
  });
  const accept = async (curve: RunCurve) => {
    setBusy(keyOf(curve));
    const isAccepted = await succeeded(
      acceptRunCurve(run.id, curve.method, curve.hazard).then((message) => feedback.notify('success', message)),
    );
    setBusy(null);
    void queryClient.invalidateQueries({ queryKey: ['labRun', run.id] });
    if (isAccepted) onMoved();
  };
  if (error) return <Alert type="warning" showIcon title={failureOf(error).pageText} />;
  if (!data) return <Skeleton active />;
  const columns = columnsOf(mayAdd, busy, accept);
  return (
    <>
      {data.problem !== null && <Alert type="warning" showIcon title={data.problem} />}
      <Table<RunCurve>
        size="small"
        rowKey={keyOf}
        dataSource={[...data.curves]}
        pagination={false}
        scroll={{ x: 1020 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={runTexts.noComponents} /> }}
        columns={columns}
      />
      <div>
        <SubmitCurves
          curves={data.curves}
          onMoved={() => void queryClient.invalidateQueries({ queryKey: ['labRun', run.id] })}
        />
      </div>
    </>
  );
}
