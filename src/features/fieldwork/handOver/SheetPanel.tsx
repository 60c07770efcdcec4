import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { StorageLocationDialog } from '@/features/laboratory/tasks/StorageLocationDialog';
import { ChangesSinceReturn } from '@/features/projects/moves/ChangesSinceReturn';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { StepTimeline } from '@/features/projects/moves/StepTimeline';
import { usePaperActions } from '@/features/projects/papers/usePaperActions';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { DictCell } from '@/fields';
import { feedback } from '@/lib/feedback';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PageDrawer } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import { countOf } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { storageTexts } from '@contract/features/laboratory/tasks/storageTexts';
import { permissionOf } from '@contract/permissions';
import type { Timeline } from '@contract/workflow/workflowWire';
import { fetchSheet, markLines, removeSheet } from './handOverCalls';
import { ItemsTable } from './ItemsTable';
import { LinesTable } from './LinesTable';
import { MarkDialog } from './MarkDialog';
import { ScanPanel } from './ScanPanel';
import { allSheets, sheetKey } from './sheetKeys';
import styles from './sheet.module.css';

const mayReceive = ['handOver:receive'];
const editPermissions = [permissionOf(handOver, 'edit')];
const deletePermissions = [permissionOf(handOver, 'del')];
const noSelection: ReadonlySet<number | string> = new Set();

type SheetData = Awaited<ReturnType<typeof fetchSheet>>;

interface SheetPanelProps {
  readonly id: number;
  readonly project: number;
  readonly onEdit: () => void;
  readonly onMoved: () => void;
}

/** Queries a sheet and its timeline. */
function useSheet(id: number) {
  const sheetQuery = useQuery({
    queryKey: sheetKey(id),
    queryFn: ({ signal }) => fetchSheet(id, signal),
    retry: false,
  });
  const timeline = useQuery({
    queryKey: [...sheetKey(id), 'timeline'],
    queryFn: ({ signal }) => fetchTimeline(handOver, id, signal),
    retry: false,
  });
  return { sheetQuery, data: sheetQuery.data, timeline };
}

interface SheetHeadProps {
  readonly sheet: SheetData['sheet'];
  readonly asSeen: SheetData['asSeen'];
  readonly counted: ReturnType<typeof countOf>;
  readonly timeline: Timeline | undefined;
  readonly printing: boolean;
  readonly onPrint: () => void;
  readonly onEdit: () => void;
  /** Opens the timeline. */
  readonly onShowTimeline: () => void;
  readonly onChanged: () => void;
}

/** Number and state of the sheet, and its actions. */
function SheetHead(props: SheetHeadProps) {
  const { sheet, asSeen, counted, timeline, printing, onPrint, onEdit, onShowTimeline, onChanged } = props;
  const [mayEdit, mayDelete] = [useCan(editPermissions), useCan(deletePermissions)];
  const remove = async () => {
    if (!(await feedback.confirm(`确定删除流转单${String(sheet.sheetNo)}吗？样品将可以重新送交。`, { danger: true })))
      return;
    if (await succeeded(removeSheet(sheet))) onChanged();
  };
  const uncountedText = counted.missing.length
    ? `还有${counted.missing.length}个未清点`
    : counted.intactCount
      ? undefined
      : handOverTexts.nothingIntact;
  return (
    <header className={styles.head}>
      <h2>
        <span className="mono">{sheet.sheetNo}</span>
        <DictCell dict="handOverState" value={sheet.state} />
      </h2>
      <div className={styles.acts}>
        {sheet.state === 'drafting' && mayDelete && (
          <Button danger onClick={() => void remove()}>
            删除
          </Button>
        )}
        {sheet.state === 'drafting' && mayEdit && <Button onClick={onEdit}>修改样品</Button>}
        <Button onClick={onShowTimeline}>流转单办理记录</Button>
        <Button loading={printing} onClick={onPrint}>
          打印
        </Button>
        <MoveButtons
          entity={handOver}
          row={sheet}
          timeline={timeline}
          asSeen={asSeen}
          blocked={{ receive: uncountedText }}
          notes={{
            receive: `清点完好${counted.intactCount}个，拒收${counted.refusedCount}个。签名后样品归样品管理员保管。`,
            refuse: '整单样品将退回现场。',
          }}
          onMoved={onChanged}
        />
      </div>
    </header>
  );
}

interface MarkBarProps {
  /** Number of selected samples. */
  readonly selected: number;
  readonly onMark: () => void;
  readonly onUnmark: () => void;
}

function MarkBar({ selected, onMark, onUnmark }: MarkBarProps) {
  return (
    <div className={styles.bar}>
      <span>{selected ? `已选${selected}个` : '破损或缺失的样品，勾选后标记拒收'}</span>
      <Button size="small" danger disabled={!selected} onClick={onMark}>
        标记拒收
      </Button>
      <Button size="small" disabled={!selected} onClick={onUnmark}>
        取消清点或标记
      </Button>
    </div>
  );
}

/** Shows why a sheet was refused or withdrawn. */
function StateReason({ sheet }: { readonly sheet: SheetData['sheet'] }) {
  if (!sheet.stateReason) return null;
  const isRefused = sheet.state === 'refused';
  return (
    <Alert
      type={isRefused ? 'error' : 'warning'}
      showIcon
      title={`${isRefused ? '拒收' : '撤回'}原因：${sheet.stateReason}`}
    />
  );
}

/** Button that records the storage place of the selected samples. */
function StorageBar({ chosenCount, onStore }: { readonly chosenCount: number; readonly onStore: () => void }) {
  return (
    <div className={styles.bar}>
      <span>{chosenCount ? `已选${chosenCount}个` : '勾选样品后登记存放处'}</span>
      <Button size="small" disabled={!chosenCount} onClick={onStore}>
        {storageTexts.act}
      </Button>
    </div>
  );
}

/** One circulation sheet: state, samples, counting while it waits, and its paper. */
export function SheetPanel({ id, project, onEdit, onMoved }: SheetPanelProps) {
  const queryClient = useQueryClient();
  const { sheetQuery, data, timeline } = useSheet(id);
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(noSelection);
  const [marking, setMarking] = useState(false);
  const [timelineOpen, setTimelineOpen] = useState(false);
  const [placing, setPlacing] = useState(false);
  const isReceiver = useCan(mayReceive);
  const papers = usePaperActions(project, String(data?.project.code ?? ''));
  const lineCounts = useMemo(() => (data ? countOf(data.lines) : null), [data]);
  if (sheetQuery.isPending) return <Skeleton active />;
  if (!data || !lineCounts)
    return <FailureAlert message={failureOf(sheetQuery.error).pageText} onRetry={() => void sheetQuery.refetch()} />;
  const { sheet, asSeen, lines, items } = data;
  const waiting = sheet.state === 'waiting';
  const isCounting = waiting && isReceiver;
  const storing = sheet.state === 'received' && isReceiver;
  const chosenLines = lines.filter((line) => selected.has(line.lineId) && line.condition === 'intact');
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: allSheets });
    onMoved();
  };
  const selectedLines = lines.filter(({ lineId }) => selected.has(lineId));
  const finish = (setDialogOpen: (open: boolean) => void) => {
    setDialogOpen(false);
    setSelected(noSelection);
    refresh();
  };
  const unmark = async () => {
    if (await succeeded(markLines(id, selectedLines, null))) finish(() => undefined);
  };
  return (
    <section className={styles.panel} aria-label={`流转单 ${String(sheet.sheetNo)}`}>
      <SheetHead
        sheet={sheet}
        asSeen={asSeen}
        counted={lineCounts}
        timeline={timeline.data}
        printing={papers.busy === 'print'}
        onPrint={() => papers.print([`handOver-${id}`])}
        onEdit={onEdit}
        onShowTimeline={() => setTimelineOpen(true)}
        onChanged={refresh}
      />
      <StateReason sheet={sheet} />
      <ChangesSinceReturn timeline={timeline.data} />
      {waiting && !isReceiver && <Alert type="info" showIcon title="已送交，等待样品管理员清点接收" />}
      {isCounting && <ScanPanel key={id} sheet={data} />}
      <ItemsTable items={items} received={sheet.state === 'received'} />
      {isCounting && (
        <MarkBar selected={selected.size} onMark={() => setMarking(true)} onUnmark={() => void unmark()} />
      )}
      {storing && <StorageBar chosenCount={chosenLines.length} onStore={() => setPlacing(true)} />}
      <LinesTable
        lines={lines}
        isCounting={isCounting}
        {...(isCounting || storing ? { selected, onSelect: setSelected } : {})}
      />
      <StorageLocationDialog
        open={placing}
        samples={chosenLines}
        onClose={() => setPlacing(false)}
        onDone={() => finish(setPlacing)}
      />
      <MarkDialog
        open={marking}
        sheetId={id}
        lines={selectedLines}
        onClose={() => setMarking(false)}
        onDone={() => finish(setMarking)}
      />
      <PageDrawer
        open={timelineOpen}
        size={400}
        title={`${String(sheet.sheetNo)} 的办理记录`}
        onClose={() => setTimelineOpen(false)}
      >
        <StepTimeline timeline={timeline.data} failed={timeline.isError} />
      </PageDrawer>
      {papers.sheet}
    </section>
  );
}
