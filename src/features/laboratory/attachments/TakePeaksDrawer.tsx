import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Select, Skeleton, Space } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { PageDrawer } from '@/session/overlays';
import type { Row } from '@contract/entity';
import { labAttachmentTexts } from '@contract/features/laboratory/attachments/attachmentTexts';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import {
  isNameOf,
  markOfColumn,
  matchLines,
  type MatchedLine,
  overwrittenReading,
} from '@contract/features/laboratory/instruments/readPeakTables';
import { type LabWork, sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { takePeaks } from '../laboratoryCalls';
import { type ChosenColumns, ColumnChoice } from './PeakColumnSelects';
import { PeakLinesTable } from './PeakLinesTable';
import { type ReadTable, readingsOf } from './readTable';
import styles from '../methods.module.css';

interface TakePeaksDrawerProps {
  readonly work: LabWork;
  readonly attachment: Row<typeof labAttachment> | null;
  readonly onClose: () => void;
  readonly onTaken: () => void;
}

const noNames: readonly string[] = [];

/** Returns a row with the number of its filter, by which a balance names it. */
const namedRow = (row: LabWork['rows'][number]) => ({ ...row, filterNo: row.readings['filterNo'] });

/** Sheet and table of the file to read. */
interface TableSelection {
  readonly sheet?: string;
  readonly table?: number;
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
        <Alert type="warning" showIcon title={failureOf(error).pageText} />
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
      <PeakLinesTable work={work} lines={matchedLines} withPeak={columns.peak !== null} heldBy={heldBy} />
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
