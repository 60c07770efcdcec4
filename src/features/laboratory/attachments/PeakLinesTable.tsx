import { Table, type TableColumnsType } from 'antd';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import type { MatchedLine } from '@contract/features/laboratory/instruments/readPeakTables';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import styles from '../methods.module.css';

/** A line of the displayed table. One line of the file may contain several. */
type KeyedLine = MatchedLine & { readonly key: number };

const stateLabels: Readonly<Record<MatchedLine['state'], string>> = {
  matched: '写入记录',
  parked: '留待处理',
  ignored: '不采用',
};

/**
 * Returns the columns of the preview.
 * @param heldBy returns the reading that the line would replace, or null
 */
const lineColumns = (
  withPeak: boolean,
  rowNames: ReadonlyMap<number, string>,
  heldBy: (line: MatchedLine) => string | null,
): TableColumnsType<KeyedLine> => [
  { title: '行', dataIndex: 'line', width: 64, align: 'right' },
  { title: '样品名', dataIndex: 'sampleName', width: 190, ellipsis: true },
  ...(withPeak ? [{ title: '组分', dataIndex: 'peakName', width: 110, ellipsis: true }] : []),
  { title: '数值', dataIndex: 'value', width: 110, align: 'right' as const },
  {
    title: '去向',
    dataIndex: 'state',
    width: 96,
    render: (state: MatchedLine['state']) => (
      <span className={state === 'matched' ? styles.good : state === 'parked' ? styles.warning : styles.quiet}>
        {stateLabels[state]}
      </span>
    ),
  },
  {
    title: '记录中的样品或原因',
    key: 'to',
    render: (_: unknown, matchedLine: MatchedLine) => {
      const existingValue = heldBy(matchedLine);
      return matchedLine.row === null ? (
        matchedLine.reason
      ) : (
        <>
          {rowNames.get(matchedLine.row)}
          {existingValue !== null && (
            <span className={styles.warning}>　{labAttachmentTexts.replaces(existingValue)}</span>
          )}
        </>
      );
    },
  },
];

/** Returns the name of each row of the record by its id: the sample, and what kind of measurement of it. */
const rowNamesOf = ({ rows }: LabWork): ReadonlyMap<number, string> =>
  new Map(
    rows.map((row) => [
      row.id,
      `${row.sampleNo}${row.rowKind === 'parallel' ? '（平行）' : row.rowKind === 'blank' ? '（空白）' : ''}`,
    ]),
  );

interface PeakLinesTableProps {
  readonly work: LabWork;
  readonly lines: readonly MatchedLine[];
  readonly withPeak: boolean;
  /** Returns the reading that a line would replace, or null. */
  readonly heldBy: (line: MatchedLine) => string | null;
}

/** Preview of a transfer: each line of the instrument's file with the row of the record that will get its number. */
export function PeakLinesTable({ work, lines, withPeak, heldBy }: PeakLinesTableProps) {
  return (
    <Table<KeyedLine>
      size="small"
      rowKey="key"
      dataSource={lines.map((line, key) => ({ ...line, key }))}
      virtual
      scroll={{ y: 480, x: 840 }}
      pagination={false}
      locale={{ emptyText: '请选择样品名列和数值列' }}
      columns={lineColumns(withPeak, rowNamesOf(work), heldBy)}
    />
  );
}
