import { useMemo } from 'react';
import { DictCell, emptyCellText } from '@/fields';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { codeFit } from '@/grid/text/textFit';
import { useSettings } from '@/session/settingsStore';
import { sample } from '@contract/features/fieldwork/entities/sample';
import type { SheetLine } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import styles from './sheet.module.css';

const columns: readonly DataTableColumn<SheetLine>[] = [
  {
    key: 'sampleNo',
    title: '样品编号',
    width: 250,
    fit: codeFit,
    fixed: 'left',
    mono: true,
    text: (row) => row.sampleNo,
    render: (row) => row.sampleNo,
  },
  { key: 'kind', title: '类别', width: 72, render: (row) => <DictCell dict="sampleKind" value={row.sampleKind} /> },
  { key: 'hazardName', title: '检测项目', width: 160, text: (row) => row.hazardName, render: (row) => row.hazardName },
  {
    key: 'place',
    title: '采样点/对象',
    width: 160,
    text: (row) => row.place ?? emptyCellText,
    render: (row) => row.place ?? emptyCellText,
  },
  {
    key: 'condition',
    title: '清点',
    width: 110,
    render: (row) =>
      row.condition ? (
        <DictCell dict="sampleCondition" value={row.condition} />
      ) : (
        <span className={styles.open}>未清点</span>
      ),
  },
  { key: 'state', title: '样品状态', width: 96, render: (row) => <DictCell dict="sampleState" value={row.state} /> },
  {
    key: 'reason',
    title: '拒收或作废原因',
    width: 200,
    text: (row) => row.reason ?? row.stateReason ?? emptyCellText,
    render: (row) => row.reason ?? row.stateReason ?? emptyCellText,
  },
  {
    key: 'storage',
    title: '保存条件',
    width: 150,
    text: (row) => row.storage ?? emptyCellText,
    render: (row) => row.storage ?? emptyCellText,
  },
  {
    key: 'location',
    title: sample.fields.location.label,
    width: 130,
    text: (row) => row.location ?? emptyCellText,
    render: (row) => row.location ?? emptyCellText,
  },
  {
    key: 'keepUntil',
    title: '保存截止日期',
    width: 170,
    render: (row) => (
      <span className={row.overdue ? styles.late : ''}>
        {row.keepUntil ? `${row.keepUntil}${row.overdue ? ` ${handOverTexts.overdue}` : ''}` : emptyCellText}
      </span>
    ),
  },
  { key: 'checkedAt', title: '清点时间', width: 160, render: (row) => row.checkedAt ?? emptyCellText },
];

interface LinesTableProps {
  readonly lines: readonly SheetLine[];
  /** True while the sample keeper counts. */
  readonly isCounting: boolean;
  readonly selected?: ReadonlySet<number | string>;
  readonly onSelect?: (next: ReadonlySet<number | string>) => void;
}

const keyOf = (row: SheetLine): number => row.lineId;

/** Lists the samples of a sheet. While counting, the uncounted ones come first. */
export function LinesTable({ lines, isCounting, selected, onSelect }: LinesTableProps) {
  const size = useSettings((settings) => settings.size);
  const rows = useMemo(
    () => (isCounting ? [...lines].sort((a, b) => Number(a.condition !== null) - Number(b.condition !== null)) : lines),
    [lines, isCounting],
  );
  return (
    <DataTable
      label="流转单样品"
      rows={rows}
      rowKey={keyOf}
      columns={columns}
      cards="sampleNo"
      height={Math.min(460, 40 + rows.length * 40)}
      density={size}
      empty="流转单上没有样品"
      {...(selected ? { selected } : {})}
      {...(onSelect ? { onSelect } : {})}
    />
  );
}
