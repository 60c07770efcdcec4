import { Descriptions } from 'antd';
import { VerifyButton } from '@/features/nonconformities/VerifyButton';
import { HeadForm } from '@/features/projects/HeadForm';
import { PaperActions } from '@/features/projects/workflowRow/PaperActions';
import {
  type WorkflowRowProps,
  WorkflowRowPage,
  useIdInAddress,
} from '@/features/projects/workflowRow/WorkflowRowPage';
import { DictCell, emptyCellText } from '@/fields';
import { Notice } from '@/lib/notice/Notice';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { permissionOf } from '@contract/permissions';
import { mayEdit } from '@contract/workflow/stateMachine';

const analysisFields = ['responsible', 'dueOn', 'cause', 'impact'] as const;
const allFields = [...analysisFields, 'action'] as const;
const withoutVerify = ['verify'] as const;
const dashboardPaths = ['api/dashboard'] as const;

const textOrEmpty = (value: unknown): string =>
  value === null || value === undefined || value === '' ? emptyCellText : String(value);

const factsOf = (row: AnyRow) => [
  { label: '类型', value: <DictCell dict="nonconformityKind" value={row.nonconformityKind} /> },
  {
    label: '登记',
    value: `${textOrEmpty(row.createByName)}${row.automatic ? '（系统登记）' : ''}　${row.createTime.slice(0, 16)}`,
  },
  { label: '责任人', value: textOrEmpty(row.responsibleName) },
  { label: '要求完成', value: textOrEmpty(row.dueOn) },
];

/** Facts and form of a nonconformity. The corrective action is asked for once the cause is submitted. */
function NonconformityBody({ row, refresh }: WorkflowRowProps) {
  const may = useCan([permissionOf(nonconformity, 'edit')]);
  const open = may && mayEdit(nonconformityMachine, String(row.state));
  return (
    <>
      <Descriptions
        size="small"
        bordered
        column={{ xs: 1, lg: 2 }}
        style={{ marginBottom: 16 }}
        items={[
          {
            key: 'description',
            label: '情况说明',
            span: 'filled',
            children: <span style={{ whiteSpace: 'pre-wrap' }}>{textOrEmpty(row.description)}</span>,
          },
          { key: 'project', label: '项目', children: textOrEmpty(row.projectName) },
          { key: 'sheet', label: '检测记录', children: textOrEmpty(row.sheetName) },
          ...(row.state === 'closed'
            ? [
                {
                  key: 'closed',
                  label: '关闭',
                  children: `${textOrEmpty(row.closedByName)}　${textOrEmpty(row.closedAt).slice(0, 16)}`,
                },
              ]
            : []),
          ...(row.verification
            ? [
                {
                  key: 'verification',
                  label: '验证情况',
                  span: 'filled' as const,
                  children: <span style={{ whiteSpace: 'pre-wrap' }}>{textOrEmpty(row.verification)}</span>,
                },
              ]
            : []),
        ]}
      />
      <HeadForm
        key={row.state === 'open' ? 'analysis' : 'all'}
        entity={nonconformity}
        row={row}
        fields={row.state === 'open' ? analysisFields : allFields}
        locked={!open}
        onSaved={refresh}
      />
    </>
  );
}

const actionsOf = (workflowRow: WorkflowRowProps) => (
  <>
    <PaperActions
      path={`${nonconformity.path}/paper/${workflowRow.row.id}`}
      name={`不符合项报告-${String(workflowRow.row.nonconformityNo)}`}
      stamp={workflowRow.row.version}
    />
    <VerifyButton {...workflowRow} />
  </>
);

const tabsOf = (rowProps: WorkflowRowProps) => [
  { key: 'body', label: '内容', children: <NonconformityBody {...rowProps} /> },
];

/** 不符合项详情: found, analysed, corrected, verified by another person, closed. */
export default function NonconformityDetailPage() {
  const id = useIdInAddress();
  if (id === null) return <Notice title="没有指定不符合项" text="请从不符合项列表打开。" />;
  return (
    <WorkflowRowPage
      key={id}
      entity={nonconformity}
      id={id}
      stateDict="nonconformityState"
      facts={factsOf}
      hiddenMoves={withoutVerify}
      alsoStale={dashboardPaths}
      actions={actionsOf}
      tabs={tabsOf}
    />
  );
}
