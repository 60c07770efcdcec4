import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { DictCell, emptyCellText } from '@/fields';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { codeFit } from '@/grid/text/textFit';
import { useSettings } from '@/session/settingsStore';
import { useCan } from '@/session/useCan';
import type { IncomingWorkTask } from '@contract/features/laboratory/incoming/incomingWorkWire';
import { recordAddress } from '@contract/features/laboratory/methods/recordAddress';
import { incomingStatement } from '@contract/features/laboratory/methods/sheets/methodSheet';
import type { RequestState } from './incomingCalls';
import styles from './sampleInfoPush.module.css';

const mayOpen = ['labSheet:list'];
const keyOf = ({ id }: IncomingWorkTask): number => id;

interface ResultsTableProps extends RequestState {
  readonly project: number;
  readonly tasks: readonly IncomingWorkTask[];
}

const columnsOfTask: readonly DataTableColumn<IncomingWorkTask>[] = [
  {
    key: 'sampleNo',
    title: '样品编号',
    width: 180,
    fit: codeFit,
    fixed: 'left',
    mono: true,
    text: (row) => row.sampleNo,
    render: (row) => row.sampleNo,
  },
  {
    key: 'hazardName',
    title: '检测项目',
    width: 160,
    text: (row) => row.hazardName,
    render: (row) => row.hazardName,
  },
  {
    key: 'method',
    title: '检测方法',
    width: 240,
    text: (row) => row.method ?? emptyCellText,
    render: (row) => row.method ?? '未定方法',
  },
  {
    key: 'state',
    title: '任务状态',
    width: 96,
    render: (row) => <DictCell dict="labTaskState" value={row.state} />,
  },
  {
    key: 'analyst',
    title: '检测人',
    width: 96,
    text: (row) => row.analyst ?? emptyCellText,
    render: (row) => row.analyst ?? emptyCellText,
  },
  {
    key: 'dueOn',
    title: '要求完成日期',
    width: 120,
    text: (row) => row.dueOn ?? emptyCellText,
    render: (row) => row.dueOn ?? emptyCellText,
  },
];

const columnsOfRecord: readonly DataTableColumn<IncomingWorkTask>[] = [
  {
    key: 'sheetState',
    title: '记录状态',
    width: 96,
    render: (row) => (row.sheetState ? <DictCell dict="recordState" value={row.sheetState} /> : emptyCellText),
  },
  {
    key: 'reportText',
    title: '检测结果',
    width: 120,
    text: (row) => row.reportText ?? emptyCellText,
    render: (row) => row.reportText ?? emptyCellText,
  },
  {
    key: 'unit',
    title: '单位',
    width: 90,
    text: (row) => row.unit ?? emptyCellText,
    render: (row) => row.unit ?? emptyCellText,
  },
];

/** Returns the columns. The number of a record is a link if the person may open records. */
function useResultColumns(projectId: number) {
  const mayOpenRecords = useCan(mayOpen);
  return useMemo<readonly DataTableColumn<IncomingWorkTask>[]>(() => {
    const record = (task: IncomingWorkTask) => {
      const address =
        task.sheet === null
          ? undefined
          : recordAddress({ id: task.sheet, project: projectId, methodKind: task.methodKind, variant: 'incoming' });
      return task.sheetNo === null ? (
        emptyCellText
      ) : address && mayOpenRecords ? (
        <Link to={address}>{task.sheetNo}</Link>
      ) : (
        task.sheetNo
      );
    };
    return [
      ...columnsOfTask,
      { key: 'sheetNo', title: '检测记录', width: 200, mono: true, render: record },
      ...columnsOfRecord,
    ];
  }, [projectId, mayOpenRecords]);
}

/** Shows progress and result of each test. */
export function ResultsTable({ project, tasks, loading, error }: ResultsTableProps) {
  const size = useSettings((settings) => settings.size);
  const columns = useResultColumns(project);
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>检测结果{incomingStatement}。未审核的结果可能变化，以审核后的记录为准。</p>
      <div className={styles.grow}>
        <DataTable
          label="检测任务与结果"
          rows={tasks}
          rowKey={keyOf}
          columns={columns}
          height="100%"
          density={size}
          loading={loading}
          error={error}
          empty="收样后，各样品的检测任务与结果会出现在这里"
        />
      </div>
    </div>
  );
}
