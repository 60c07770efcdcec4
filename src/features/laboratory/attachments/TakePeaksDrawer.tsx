import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Select, Skeleton, Space, Table, type TableColumnsType } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { clearable } from '@/lib/clearableInput';
import { feedback } from '@/lib/feedback';
import { PageDrawer } from '@/session/overlays';
import type { Row } from '@contract/entity';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import type { DecimalMark } from '@contract/features/laboratory/instruments/peakNumber';
import {
  isNameOf,
  markOfColumn,
  matchLines,
  type MatchedLine,
  type PeakColumns,
  type PeakTable,
  overwrittenReading,
} from '@contract/features/laboratory/instruments/readPeakTables';
import { headingOf } from '@contract/features/laboratory/methods/sheets/methodSheet';
import { layoutOfSheet, type LabWork, methodOf, sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import type { SheetChoice } from '@contract/workbook/sheetCells';
import { takePeaks } from '../laboratoryCalls';
import styles from '../methods.module.css';

interface TakePeaksDrawerProps {
  readonly work: LabWork;
  readonly attachment: Row<typeof labAttachment> | null;
  readonly onClose: () => void;
  readonly onTaken: () => void;
}

const noNames: readonly string[] = [];
/** A line of the displayed table. One line of the file may contain several. */
type KeyedLine = MatchedLine & { readonly key: number };

interface ReadTable extends PeakTable {
  readonly guess: PeakColumns;
  /** Index of this table within the file. */
  readonly table: number;
  readonly tables: readonly { readonly title: string; readonly headings: readonly string[]; readonly lines: number }[];
  readonly sheetName: string | null;
  readonly sheets: readonly SheetChoice[];
  /** Label of the profile that matches the file; null if a person chooses the columns. */
  readonly profileLabel: string | null;
}

/** Returns a row with the number of its filter, by which a balance names it. */
const namedRow = (row: LabWork['rows'][number]) => ({ ...row, filterNo: row.readings['filterNo'] });

/** Sheet and table of the file to read. */
interface TableSelection {
  readonly sheet?: string;
  readonly table?: number;
}

const markOptions: { value: DecimalMark; label: string }[] = [
  { value: '.', label: '小数点为“.”（1,234为一千二百三十四）' },
  { value: ',', label: '小数点为“,”（1,234为一点二三四）' },
];

/** Returns the readings of a record that a number can be transferred to. */
function readingsOf({ sheet }: LabWork): { value: string; label: string }[] {
  const layout = layoutOfSheet(sheet);
  const { readings } = sheetOf(sheet);
  return readingKeys(methodOf(sheet), layout.key).flatMap((key) => {
    const field = readings[key];
    if (field?.kind !== 'decimal') return [];
    const label = layout.labels?.[key] ?? field;
    return [{ value: key, label: headingOf({ key, label: label.label, unit: label.unit ?? '', kind: 'in' }) }];
  });
}

/** Transfers an instrument's file: choose columns and check the row of each line before anything is written. */
export function TakePeaksDrawer({ work, attachment, onClose, onTaken }: TakePeaksDrawerProps) {
  const [selectionState, setSelectionState] = useState<{
    readonly attachmentId: number | null;
    readonly selection: TableSelection;
  }>({ attachmentId: null, selection: {} });
  const tableSelection = selectionState.attachmentId === (attachment?.id ?? null) ? selectionState.selection : {};
  const { data, error } = useQuery({
    queryKey: ['peakTable', attachment?.id, tableSelection],
    enabled: attachment !== null,
    retry: false,
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (
        await client.get<ReadTable>(`${labAttachment.path}/table/${attachment?.id ?? 0}`, {
          params: tableSelection,
          signal,
          quiet: true,
        })
      ).data,
  });
  return (
    <PageDrawer
      open={attachment !== null}
      size={920}
      title={`读取 ${attachment?.fileName ?? ''}`}
      onClose={onClose}
      destroyOnHidden
    >
      {error ? (
        <Alert type="warning" showIcon title={failureOf(error).message} />
      ) : !data || !attachment ? (
        <Skeleton active />
      ) : (
        <PeakColumnsForm
          key={`${attachment.id} ${JSON.stringify(tableSelection)}`}
          work={work}
          attachment={attachment.id}
          read={data}
          onWant={(nextTableSelection) =>
            setSelectionState({ attachmentId: attachment.id, selection: nextTableSelection })
          }
          onClose={onClose}
          onTaken={onTaken}
        />
      )}
    </PageDrawer>
  );
}

const stateLabels: Readonly<Record<MatchedLine['state'], string>> = {
  matched: '写入记录',
  parked: '留待处理',
  ignored: '不采用',
};

/** Chooses one of several sheets or tables of a file. */
function TableChoice({
  read,
  onWant,
}: {
  readonly read: ReadTable;
  readonly onWant: (selection: TableSelection) => void;
}) {
  const { sheetName, sheets, tables } = read;
  if (sheets.length < 2 && tables.length < 2) return null;
  const sheet = sheetName === null ? {} : { sheet: sheetName };
  return (
    <Space wrap>
      {sheets.length > 1 && (
        <span>
          工作表{'　'}
          <Select
            aria-label="工作表"
            value={sheetName}
            options={sheets.map(({ name, hidden }) => ({ value: name, label: hidden ? `${name}（隐藏）` : name }))}
            style={{ width: 180 }}
            onChange={(name: string) => onWant({ sheet: name })}
          />
        </span>
      )}
      {tables.length > 1 && (
        <span>
          数据表{'　'}
          <Select
            aria-label="数据表"
            value={read.table}
            options={tables.map(({ title, headings, lines }, index) => ({
              value: index,
              label: `${title || `第${index + 1}个`}（${headings.slice(0, 3).join('、')}，${lines}行）`,
            }))}
            style={{ width: 320 }}
            onChange={(table: number) => onWant({ ...sheet, table })}
          />
        </span>
      )}
    </Space>
  );
}

interface PeakColumnsFormProps {
  readonly work: LabWork;
  readonly attachment: number;
  readonly read: ReadTable;
  readonly onWant: (selection: TableSelection) => void;
  readonly onClose: () => void;
  readonly onTaken: () => void;
}

/** Columns that the person chose, and the reading that gets the numbers. */
interface ChosenColumns {
  readonly sample: number | null;
  readonly peak: number | null;
  readonly value: number | null;
  readonly peakName: string;
  /** Reading of the record that gets the numbers. */
  readonly reading: string | null;
  /** The person's choice of the decimal mark, required if the column's numbers are ambiguous. */
  readonly mark: DecimalMark | null;
}

/** Returns the decimal mark that follows from the numbers, or null, and the choice in the form of the server. */
function useChoice(labWork: LabWork, readTable: ReadTable, { sample, peak, value, peakName, mark }: ChosenColumns) {
  const detectedMark = useMemo(() => (value === null ? '.' : markOfColumn(readTable, value)), [readTable, value]);
  const names = labWork.componentNames ?? noNames;
  const choice = useMemo(
    () =>
      sample === null || value === null
        ? null
        : {
            sampleColumn: sample,
            valueColumn: value,
            peakColumn: peak,
            peakName: peak === null ? null : peakName,
            decimalMark: detectedMark === null ? mark : null,
            alsoCalled: isNameOf(peakName, [String(labWork.sheet.hazardName ?? ''), ...names]) ? names : [],
          },
    [sample, value, peak, peakName, detectedMark, mark, labWork, names],
  );
  return { detectedMark, choice };
}

interface ColumnChoiceProps {
  readonly read: ReadTable;
  readonly readings: ReturnType<typeof readingsOf>;
  readonly detectedMark: DecimalMark | null;
  readonly columns: ChosenColumns;
  readonly onColumns: (next: Partial<ChosenColumns>) => void;
}

/** Selects for the columns, the reading and, if the numbers are ambiguous, the decimal mark. */
function ColumnChoice({ read, readings, detectedMark, columns, onColumns }: ColumnChoiceProps) {
  const { sample, peak, value, peakName, reading, mark } = columns;
  const headings = read.headings.map((label, index) => ({ value: index, label }));
  return (
    <Space wrap>
      <span>
        样品名列{'　'}
        <Select
          aria-label="样品名列"
          value={sample}
          options={headings}
          style={{ width: 150 }}
          onChange={(next: number) => onColumns({ sample: next })}
        />
      </span>
      <span>
        数值列{'　'}
        <Select
          aria-label="数值列"
          value={value}
          options={headings}
          style={{ width: 150 }}
          onChange={(next: number) => onColumns({ value: next })}
        />
      </span>
      <span>
        写入{'　'}
        <Select
          aria-label="写入的读数"
          value={reading}
          options={[...readings]}
          style={{ width: 170 }}
          onChange={(next: string) => onColumns({ reading: next })}
        />
      </span>
      <span>
        组分列{'　'}
        <Select
          aria-label="组分列"
          allowClear={clearable}
          placeholder="无"
          value={peak}
          options={headings}
          style={{ width: 130 }}
          onChange={(next: number | undefined) => onColumns({ peak: next ?? null })}
        />
      </span>
      {peak !== null && (
        <span>
          组分名{'　'}
          <Input
            aria-label="组分名"
            value={peakName}
            style={{ width: 130 }}
            onChange={(event) => onColumns({ peakName: event.target.value })}
          />
        </span>
      )}
      {detectedMark === null && (
        <span>
          小数点{'　'}
          <Select<DecimalMark>
            aria-label="小数点的写法"
            placeholder="请选择"
            value={mark}
            options={markOptions}
            style={{ width: 300 }}
            onChange={(nextDecimalMark) => onColumns({ mark: nextDecimalMark })}
          />
        </span>
      )}
    </Space>
  );
}

/** Shows how many lines will become readings, replace one, or match no sample. */
function TransferSummary({
  lines,
  replaced: replacedCount,
}: {
  readonly lines: readonly MatchedLine[];
  readonly replaced: number;
}) {
  const count = (state: MatchedLine['state']) => lines.filter((line) => line.state === state).length;
  return (
    <p role="status">
      共{lines.length}行：写入{count('matched')}行
      {replacedCount ? <b className={styles.warning}>（其中{replacedCount}行将替换已有读数）</b> : ''}，留待处理
      {count('parked')}行{count('ignored') ? `，其他组分${count('ignored')}行` : ''}
      。对应不上的数据不会丢失，可在附件页逐行处理。
    </p>
  );
}

/**
 * Returns the columns of the preview.
 * @param heldBy returns the reading that the line would replace, or null
 */
const lineColumns = (
  withPeak: boolean,
  rowNames: ReadonlyMap<number, string>,
  heldBy: (one: MatchedLine) => string | null,
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

function PeakColumnsForm({ work, attachment, read, onWant, onClose, onTaken }: PeakColumnsFormProps) {
  const readings = useMemo(() => readingsOf(work), [work]);
  const [columns, setColumns] = useState<ChosenColumns>({
    sample: read.guess.sample,
    peak: read.guess.peak,
    value: read.guess.value,
    peakName: String(work.sheet.hazardName ?? ''),
    reading: readings[0]?.value ?? null,
    mark: null,
  });
  const { reading } = columns;
  const [busy, setBusy] = useState(false);
  const { detectedMark, choice } = useChoice(work, read, columns);
  const field = reading === null ? undefined : sheetOf(work.sheet).readings[reading];
  const unit = field?.kind === 'decimal' ? field.unit : null;
  const matchedLines = useMemo(
    () => (choice ? matchLines(read, work.rows.map(namedRow), { ...choice, unit }) : []),
    [choice, read, work.rows, unit],
  );
  const rowNames = new Map(
    work.rows.map((row) => [
      row.id,
      `${row.sampleNo}${row.rowKind === 'parallel' ? '（平行）' : row.rowKind === 'blank' ? '（空白）' : ''}`,
    ]),
  );
  const readingsOfRow = new Map(work.rows.map((row) => [row.id, row.readings]));
  const heldBy = (line: MatchedLine) =>
    line.row === null || reading === null ? null : overwrittenReading(line, readingsOfRow.get(line.row)?.[reading]);
  const replacedCount = matchedLines.filter((line) => heldBy(line) !== null).length;
  const submitPeaks = async () => {
    if (!choice || !reading) return;
    const { alsoCalled: _known, ...sent } = choice;
    setBusy(true);
    const isTaken = await succeeded(
      takePeaks({ attachment, reading, ...sent, table: read.table, sheet: read.sheetName }).then((message) =>
        feedback.notify('success', message),
      ),
    );
    setBusy(false);
    if (!isTaken) return;
    onTaken();
    onClose();
  };
  return (
    <div className={styles.take}>
      {read.profileLabel !== null && <p>{labAttachmentTexts.known(read.profileLabel)}</p>}
      <TableChoice read={read} onWant={onWant} />
      <ColumnChoice
        read={read}
        readings={readings}
        detectedMark={detectedMark}
        columns={columns}
        onColumns={(next) => setColumns((currentChosenColumns) => ({ ...currentChosenColumns, ...next }))}
      />
      {choice && <TransferSummary lines={matchedLines} replaced={replacedCount} />}
      <Table<KeyedLine>
        size="small"
        rowKey="key"
        dataSource={matchedLines.map((line, key) => ({ ...line, key }))}
        virtual
        scroll={{ y: 480, x: 840 }}
        pagination={false}
        locale={{ emptyText: '请选择样品名列和数值列' }}
        columns={lineColumns(columns.peak !== null, rowNames, heldBy)}
      />
      <Space>
        <Button
          type="primary"
          loading={busy}
          disabled={
            !choice || !reading || matchedLines.length === 0 || (detectedMark === null && columns.mark === null)
          }
          onClick={() => void submitPeaks()}
        >
          写入记录
        </Button>
        <Button onClick={onClose}>取消</Button>
      </Space>
    </div>
  );
}
