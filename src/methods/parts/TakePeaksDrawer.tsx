import { Alert, Button, Input, Select, Skeleton, Space, Table } from 'antd';
import { labAttachment } from '@contract/entities/lab/labAttachment';
import type { Row } from '@contract/entity';
import { labAttachmentTexts } from '@contract/labAttachmentTexts';
import { headingOf } from '@contract/methods/sheets/sheet';
import { layoutOfSheet, type LabWork, methodOf, sheetOf } from '@contract/record/labWork';
import { isNameOf, matchLines, type MatchedLine, type PeakColumns, type PeakTable, replacedBy } from '@contract/record/peakTable';
import { readingKeys } from '@contract/record/rowEntity';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/failures';
import { client } from '@/api/client';
import { went } from '@/api/went';
import { feedback } from '@/lib/feedback';
import { PageDrawer } from '@/session/overlays';
import { takePeaks } from '../calls';
import styles from '../methods.module.css';

interface TakePeaksDrawerProps {
  readonly work: LabWork;
  readonly attachment: Row<typeof labAttachment> | null;
  readonly onClose: () => void;
  readonly onTaken: () => void;
}

const noNames: readonly string[] = [];
type ReadTable = PeakTable & { readonly guess: PeakColumns };

/** Readings of a record that a number may become. */
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

/** What an instrument's file becomes: columns chosen, each line with the row that it goes to, before anything is written. */
export function TakePeaksDrawer({ work, attachment, onClose, onTaken }: TakePeaksDrawerProps) {
  const { data, error } = useQuery({
    queryKey: ['peakTable', attachment?.id], enabled: attachment !== null, retry: false, staleTime: Infinity,
    queryFn: async ({ signal }) => (await client.get<ReadTable>(`${labAttachment.path}/table/${attachment?.id ?? 0}`, { signal, quiet: true })).data,
  });
  return (
    <PageDrawer open={attachment !== null} size={920} title={`读取 ${attachment?.fileName ?? ''}`} onClose={onClose} destroyOnHidden>
      {error ? <Alert type="warning" showIcon title={failureOf(error).message} /> : !data || !attachment ? <Skeleton active /> : <Choice key={attachment.id} work={work} attachment={attachment.id} read={data} onClose={onClose} onTaken={onTaken} />}
    </PageDrawer>
  );
}

const stateWords: Readonly<Record<MatchedLine['state'], string>> = { matched: '写入记录', parked: '留待处理', ignored: '不采用' };

function Choice({ work, attachment, read, onClose, onTaken }: { readonly work: LabWork; readonly attachment: number; readonly read: ReadTable; readonly onClose: () => void; readonly onTaken: () => void }) {
  const readings = useMemo(() => readingsOf(work), [work]);
  const [sample, setSample] = useState<number | null>(read.guess.sample);
  const [peak, setPeak] = useState<number | null>(read.guess.peak);
  const [peakName, setPeakName] = useState(String(work.sheet.hazardName ?? ''));
  const [value, setValue] = useState<number | null>(read.guess.value);
  const [reading, setReading] = useState(readings[0]?.value ?? null);
  const [busy, setBusy] = useState(false);
  const names = work.componentNames ?? noNames;
  const columns = read.headings.map((label, at) => ({ value: at, label }));
  const choice = useMemo(() => (sample === null || value === null ? null : { sampleColumn: sample, valueColumn: value, peakColumn: peak, peakName: peak === null ? null : peakName, alsoCalled: isNameOf(peakName, [String(work.sheet.hazardName ?? ''), ...names]) ? names : [] }), [sample, value, peak, peakName, work, names]);
  const lines = useMemo(() => (choice ? matchLines(read, work.rows, choice) : []), [choice, read, work.rows]);
  const rowNames = new Map(work.rows.map((row) => [row.id, `${row.sampleNo}${row.rowKind === 'parallel' ? '（平行）' : row.rowKind === 'blank' ? '（空白）' : ''}`]));
  const readingsOfRow = new Map(work.rows.map((row) => [row.id, row.readings]));
  const heldBy = (one: MatchedLine) => (one.row === null || reading === null ? null : replacedBy(one, readingsOfRow.get(one.row)?.[reading]));
  const replaced = lines.filter((one) => heldBy(one) !== null).length;
  const count = (state: MatchedLine['state']) => lines.filter((one) => one.state === state).length;
  const take = async () => {
    if (!choice || !reading) return;
    const { alsoCalled: _known, ...sent } = choice;
    setBusy(true);
    const done = await went(takePeaks({ attachment, reading, ...sent }).then((said) => feedback.notify('success', said)));
    setBusy(false);
    if (!done) return;
    onTaken();
    onClose();
  };
  return (
    <div className={styles.take}>
      <Space wrap>
        <span>样品名列　<Select aria-label="样品名列" value={sample} options={columns} style={{ width: 150 }} onChange={setSample} /></span>
        <span>数值列　<Select aria-label="数值列" value={value} options={columns} style={{ width: 150 }} onChange={setValue} /></span>
        <span>写入　<Select aria-label="写入的读数" value={reading} options={readings} style={{ width: 170 }} onChange={setReading} /></span>
        <span>组分列　<Select aria-label="组分列" allowClear placeholder="无" value={peak} options={columns} style={{ width: 130 }} onChange={(next: number | undefined) => setPeak(next ?? null)} /></span>
        {peak !== null && <span>组分名　<Input aria-label="组分名" value={peakName} style={{ width: 130 }} onChange={(event) => setPeakName(event.target.value)} /></span>}
      </Space>
      {choice && <p role="status">共{lines.length}行：写入{count('matched')}行{replaced ? <b className={styles.warning}>（其中{replaced}行将替换已有读数）</b> : ''}，留待处理{count('parked')}行{count('ignored') ? `，其他组分${count('ignored')}行` : ''}。对应不上的数据不会丢失，可在附件页逐行处理。</p>}
      <Table<MatchedLine>
        size="small" rowKey="line" dataSource={lines} virtual scroll={{ y: 480, x: 840 }} pagination={false} locale={{ emptyText: '请选择样品名列和数值列' }}
        columns={[
          { title: '行', dataIndex: 'line', width: 64, align: 'right' },
          { title: '样品名', dataIndex: 'sampleName', width: 190, ellipsis: true },
          ...(peak === null ? [] : [{ title: '组分', dataIndex: 'peakName', width: 110, ellipsis: true }]),
          { title: '数值', dataIndex: 'value', width: 110, align: 'right' as const },
          { title: '去向', dataIndex: 'state', width: 96, render: (state: MatchedLine['state']) => <span className={state === 'matched' ? styles.good : state === 'parked' ? styles.warning : styles.quiet}>{stateWords[state]}</span> },
          { title: '记录中的样品或原因', key: 'to', render: (_: unknown, one: MatchedLine) => {
            const held = heldBy(one);
            return one.row === null ? one.reason : <>{rowNames.get(one.row)}{held !== null && <span className={styles.warning}>　{labAttachmentTexts.replaces(held)}</span>}</>;
          } },
        ]}
      />
      <Space><Button type="primary" loading={busy} disabled={!choice || !reading || lines.length === 0} onClick={() => void take()}>写入记录</Button><Button onClick={onClose}>取消</Button></Space>
    </div>
  );
}
