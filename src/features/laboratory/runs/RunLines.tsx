import { Segmented, Select, Table } from 'antd';
import { useMemo, useState } from 'react';
import { clearable } from '@/lib/clearableInput';
import { type Quantity, quantityLabels } from '@contract/features/laboratory/instruments/instrumentReading';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunLine, RunRead, RunTarget } from '@contract/features/laboratory/runs/runWire';
import styles from '../methods.module.css';

const words: Readonly<Record<RunLine['state'], string>> = {
  matched: '写入记录',
  check: '曲线或质控',
  parked: '留待处理',
  ignored: '不采用',
};
const tones: Readonly<Record<RunLine['state'], string | undefined>> = {
  matched: styles.good,
  check: styles.good,
  parked: styles.warning,
  ignored: styles.quiet,
};

const labelOf = (quantity: string | null): string =>
  quantity === null ? '' : (quantityLabels[quantity as Quantity] ?? quantity);

/** Shows the target of a line and the value that it replaces, or the reason why it has no target. */
function Destination({ sheetNo, currentValue: existingValue, reason }: RunLine) {
  if (sheetNo === null) return <>{reason}</>;
  return (
    <>
      {sheetNo}
      {reason !== null && `（${reason}）`}
      {existingValue !== null && <span className={styles.warning}>　{runTexts.replaces(existingValue)}</span>}
    </>
  );
}

type KeyedLine = RunLine & { readonly key: number };

/** Assignments of waiting lines by their index among all lines: row and reading, as `row|reading`. */
export type Assignments = ReadonlyMap<number, string>;

interface RunLinesProps {
  readonly read: RunRead;
  readonly assigned: Assignments;
  /** Null if the viewer may not assign lines. */
  readonly onAssign: ((index: number, to: string | null) => void) | null;
}

/** Returns the rows of open records that a person may assign to a waiting line. */
const optionsOf = (targets: readonly RunTarget[]) =>
  targets.flatMap(({ row, sampleNo, isParallel, hazardName, sheetNo, readings }) =>
    readings.map(({ key, currentValue: existingValue }, index) => ({
      value: `${row}|${key}`,
      label: [
        `${sampleNo}${isParallel ? '（平行样）' : ''}`,
        hazardName,
        readings.length > 1 ? `第${index + 1}次` : '',
        sheetNo,
        existingValue === null ? '' : `已有${existingValue}`,
      ]
        .filter(Boolean)
        .join('　'),
    })),
  );

function columnsOf({ read, assigned, onAssign }: RunLinesProps, options: ReturnType<typeof optionsOf>) {
  const hasFileNames = read.lines.some(({ fileName }) => fileName !== null);
  return [
    ...(hasFileNames ? [{ title: '文件', dataIndex: 'fileName', width: 120, ellipsis: true }] : []),
    { title: '行', dataIndex: 'line', width: 56, align: 'right' as const },
    { title: '样品名', dataIndex: 'sampleName', width: 176, ellipsis: true },
    { title: '组分', dataIndex: 'component', width: 104, ellipsis: true },
    { title: '测量量', dataIndex: 'quantity', width: 76, render: labelOf },
    { title: '数值', dataIndex: 'value', width: 96, align: 'right' as const },
    { title: '单位', dataIndex: 'unit', width: 72 },
    {
      title: '去向',
      dataIndex: 'state',
      width: 90,
      render: (state: RunLine['state']) => <span className={tones[state]}>{words[state]}</span>,
    },
    {
      title: '检测记录或原因',
      key: 'to',
      render: (_: unknown, { key: _key, ...line }: KeyedLine) => <Destination {...line} />,
    },
    ...(onAssign && options.length
      ? [
          {
            title: runTexts.assign,
            key: 'assign',
            width: 236,
            render: (_: unknown, { key, state, line, value }: KeyedLine) =>
              state === 'parked' && value !== null ? (
                <Select
                  size="small"
                  allowClear={clearable}
                  showSearch={{ optionFilterProp: 'label' }}
                  aria-label={`${runTexts.assign}：第${line}行`}
                  value={assigned.get(key) ?? null}
                  options={options}
                  style={{ width: 220 }}
                  onChange={(to: string | null | undefined) => onAssign(key, to ?? null)}
                />
              ) : null,
          },
        ]
      : []),
  ];
}

/** Width of the column with the reasons, px, below which the table scrolls. */
const minWidth = 230;

type ShownState = 'all' | RunLine['state'];

/** Lists all lines of a run's files by their outcome. A person assigns the lines that wait. */
export function RunLines(props: RunLinesProps) {
  const { lines, targets } = props.read;
  const [shownState, setShownState] = useState<ShownState>('all');
  const options = useMemo(() => optionsOf(targets), [targets]);
  const columns = columnsOf(props, options);
  const count = (state: ShownState) => lines.filter((line) => state === 'all' || line.state === state).length;
  const rows = useMemo(
    () =>
      lines.map((line, key) => ({ ...line, key })).filter(({ state }) => shownState === 'all' || state === shownState),
    [lines, shownState],
  );
  return (
    <>
      <Segmented<ShownState>
        aria-label="显示"
        value={shownState}
        options={[
          { value: 'all', label: `全部 ${count('all')}` },
          ...(['matched', 'check', 'parked', 'ignored'] as const).map((value) => ({
            value,
            label: `${words[value]} ${count(value)}`,
          })),
        ]}
        onChange={setShownState}
      />
      <Table<KeyedLine>
        size="small"
        dataSource={rows}
        virtual
        scroll={{ y: 440, x: columns.reduce((sum, { width = minWidth }) => sum + width, 0) }}
        pagination={false}
        columns={columns}
      />
    </>
  );
}

const recordsOf = (lines: readonly RunLine[]): number =>
  new Set(lines.flatMap(({ state, sheet }) => (state === 'matched' ? [sheet] : []))).size;

/** Names the profile by which the files were read, and the number of lines by outcome. */
export function RunSummary({ read, assigned }: { readonly read: RunRead; readonly assigned: number }) {
  const count = (state: RunLine['state']) => read.lines.filter((line) => line.state === state).length;
  return (
    <p role="status">
      {read.profile !== null && <>{runTexts.readBy(read.profile)}。</>}
      {runTexts.summary({
        matched: count('matched'),
        records: recordsOf(read.lines),
        check: count('check'),
        parked: count('parked'),
        ignored: count('ignored'),
      })}
      {assigned > 0 && runTexts.assigned(assigned)}
    </p>
  );
}
