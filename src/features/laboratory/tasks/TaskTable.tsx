import { DictCell, emptyCellText } from '@/fields';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { codeFit } from '@/grid/text/textFit';
import { useSettings } from '@/session/settingsStore';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { scopeLabels } from '@contract/features/library/accreditationScope';
import { DueDay, dueDayText } from './DueDay';

const isUntested = ({ state }: TaskSeen): boolean => state === 'waiting' || state === 'distributed';

const scopeText = ({ scope }: TaskSeen): string => (scope ? scopeLabels[scope] : emptyCellText);

const columns = {
  sampleNo: {
    key: 'sampleNo',
    title: '样品编号',
    width: 190,
    fit: codeFit,
    fixed: 'left',
    mono: true,
    text: (row) => row.sampleNo,
    render: (row) => row.sampleNo,
  },
  sampleKind: {
    key: 'sampleKind',
    title: '类别',
    width: 70,
    render: (row) => <DictCell dict="sampleKind" value={row.sampleKind} />,
  },
  project: {
    key: 'project',
    title: '项目',
    width: 120,
    mono: true,
    text: (row) => `${row.projectCode} ${row.projectName}`,
    render: (row) => row.projectCode,
  },
  hazard: {
    key: 'hazard',
    title: '检测项目',
    width: 120,
    text: (row) => row.hazardName,
    render: (row) => row.hazardName,
  },
  method: {
    key: 'method',
    title: '检测方法',
    width: 220,
    text: (row) => row.methodTitle ?? labTaskTexts.undecided,
    render: (row) => row.methodTitle ?? labTaskTexts.undecided,
  },
  scope: {
    key: 'scope',
    title: '资质',
    width: 96,
    text: scopeText,
    render: scopeText,
  },
  state: {
    key: 'state',
    title: '状态',
    width: 86,
    render: (row) => <DictCell dict="labTaskState" value={row.state} />,
  },
  analyst: {
    key: 'analyst',
    title: '检测人',
    width: 90,
    text: (row) => row.analystName ?? emptyCellText,
    render: (row) => row.analystName ?? emptyCellText,
  },
  keepUntil: {
    key: 'keepUntil',
    title: '保存截止日期',
    width: 150,
    text: (row) => dueDayText(row.keepUntil, '超期', !isUntested(row)),
    render: (row) => <DueDay day={row.keepUntil} ending="超期" done={!isUntested(row)} />,
  },
  dueOn: {
    key: 'dueOn',
    title: '要求完成日期',
    width: 156,
    text: (row) => dueDayText(row.dueOn, '逾期'),
    render: (row) => <DueDay day={row.dueOn} ending="逾期" />,
  },
  place: {
    key: 'place',
    title: '采样点/对象',
    width: 140,
    text: (row) => row.place ?? emptyCellText,
    render: (row) => row.place ?? emptyCellText,
  },
  medium: {
    key: 'medium',
    title: '采样介质',
    width: 130,
    text: (row) => row.medium ?? emptyCellText,
    render: (row) => row.medium ?? emptyCellText,
  },
  storage: {
    key: 'storage',
    title: '保存条件',
    width: 130,
    text: (row) => row.storage ?? emptyCellText,
    render: (row) => row.storage ?? emptyCellText,
  },
  sheet: {
    key: 'sheet',
    title: '检测记录',
    width: 170,
    mono: true,
    text: (row) => row.sheetNo ?? emptyCellText,
    render: (row) => row.sheetNo ?? emptyCellText,
  },
  stateReason: {
    key: 'stateReason',
    title: '退回原因',
    width: 150,
    text: (row) => row.stateReason ?? emptyCellText,
    render: (row) => row.stateReason ?? emptyCellText,
  },
} satisfies Readonly<Record<string, DataTableColumn<TaskSeen>>>;

type TaskColumn = keyof typeof columns;

/** Returns columns by name. Call at module scope. */
export const taskColumns = (...names: readonly TaskColumn[]): readonly DataTableColumn<TaskSeen>[] =>
  names.map((name) => columns[name]);

const keyOf = (row: TaskSeen): number => row.id;

interface TaskTableProps {
  readonly label: string;
  readonly tasks: readonly TaskSeen[];
  readonly columns: readonly DataTableColumn<TaskSeen>[];
  readonly loading?: boolean;
  readonly error?: string | undefined;
  readonly empty: string;
  readonly selected: ReadonlySet<number | string>;
  readonly onSelect: (next: ReadonlySet<number | string>) => void;
}

export function TaskTable({
  label,
  tasks,
  columns: shownColumns,
  loading = false,
  error,
  empty,
  selected,
  onSelect,
}: TaskTableProps) {
  const size = useSettings((settings) => settings.size);
  return (
    <DataTable
      label={label}
      rows={tasks}
      rowKey={keyOf}
      columns={shownColumns}
      height="100%"
      density={size}
      loading={loading}
      error={error}
      empty={empty}
      selected={selected}
      onSelect={onSelect}
    />
  );
}
