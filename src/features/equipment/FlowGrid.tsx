import { useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import {
  type ClipboardEvent,
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Failure } from '@/api/callFailures';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { saveFlow, type UseRow, usesKey } from './equipmentCalls';
import {
  answersOf,
  changedRows,
  flowCells,
  type FlowColumn,
  flowColumns,
  judgedRow,
  pasteFlowCells,
  proposedCalibrator,
  rememberCalibrator,
  rememberedCalibrator,
  type FlowRows,
} from './flowRows';
import { useCalibrators } from './useCalibrators';
import styles from './details.module.css';

interface FlowGridProps {
  /** Uses of samplers that are out; empty while closed. */
  readonly uses: readonly UseRow[];
  readonly onClose: () => void;
}

/** Saves the changed rows one by one. A refused row stays with its reason; the others are stored. */
async function saveRows(useRows: readonly UseRow[], rows: FlowRows, calibrator: number) {
  const refusals: Record<number, string> = {};
  let storedCount = 0;
  for (const use of useRows) {
    try {
      const { verdict, message } = await saveFlow(answersOf(use, rows[use.id] ?? {}, calibrator));
      storedCount += 1;
      if (verdict === 'fail') feedback.notify('error', `${String(use.equipmentName)}：${message}`, { duration: 8000 });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusals[use.id] = error.errors?.[0]?.message ?? error.message;
    }
  }
  return { refused: refusals, stored: storedCount };
}

/** Rows and calibrator of the grid while it is open. */
function useFlowRows(useRows: readonly UseRow[], onClose: () => void) {
  const queryClient = useQueryClient();
  const open = useRows.length > 0;
  const calibrators = useCalibrators(open);
  const [rows, setRows] = useState<FlowRows>({});
  const [refusals, setRefusals] = useState<Readonly<Record<number, string>>>({});
  const [chosenCalibrator, setChosenCalibrator] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  // Only on closing: if a colleague takes out one more sampler meanwhile, the typed values must stay.
  useEffect(() => {
    if (open) return;
    setRows({});
    setRefusals({});
    setChosenCalibrator(null);
  }, [open]);
  const usableIds = calibrators.flatMap(({ value, disabled }) => (disabled ? [] : [value]));
  const calibrator = chosenCalibrator ?? proposedCalibrator(useRows, usableIds, rememberedCalibrator());
  const changedFlows = changedRows(useRows, rows);
  const submit = async () => {
    if (busy || !changedFlows.length) return;
    if (calibrator === null) return feedback.notify('error', equipmentTexts.calibratorNeeded);
    const faults = Object.fromEntries(
      changedFlows.flatMap((use): [number, string][] => {
        const fault = judgedRow(use, rows[use.id] ?? {}).fault;
        return fault ? [[use.id, fault]] : [];
      }),
    );
    setRefusals(faults);
    if (Object.keys(faults).length) return;
    setBusy(true);
    rememberCalibrator(calibrator);
    const answer = await saveRows(changedFlows, rows, calibrator).finally(() => {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: usesKey });
    });
    setRefusals(answer.refused);
    if (Object.keys(answer.refused).length) return;
    feedback.notify('success', equipmentTexts.flowsSaved(answer.stored));
    onClose();
  };
  return {
    rows,
    setRows,
    refused: refusals,
    calibrators,
    calibrator,
    setChosen: setChosenCalibrator,
    busy,
    changed: changedFlows,
    go: submit,
  };
}

/**
 * Returns the next cell for a key. Enter and the arrows move along the column; at its end Enter moves to the next
 * column. Null for other keys, and if there is no further cell.
 */
function nextCell(from: HTMLInputElement, key: string, isBackward: boolean): HTMLInputElement | null {
  const cells = [...(from.closest('tbody')?.querySelectorAll('input') ?? [])];
  const columnCount = from.closest('tr')?.querySelectorAll('input').length ?? 1;
  const index = cells.indexOf(from);
  const isUp = key === 'ArrowUp' || (key === 'Enter' && isBackward);
  if (isUp) return cells[index - columnCount] ?? null;
  if (key !== 'ArrowDown' && key !== 'Enter') return null;
  return (
    cells[index + columnCount] ??
    (key === 'Enter' && (index + 1) % columnCount ? (cells[(index % columnCount) + 1] ?? null) : null)
  );
}

const movingKeys = new Set(['ArrowUp', 'ArrowDown', 'Enter']);

/** Moves between the cells by keys. Ctrl + Enter is left to the form, which saves. */
function onGridKey(event: KeyboardEvent<HTMLElement>) {
  const { target, key } = event;
  if (!(target instanceof HTMLInputElement) || !movingKeys.has(key)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const next = nextCell(target, key, event.shiftKey);
  next?.focus();
  next?.select();
}

interface FlowTableProps {
  readonly uses: readonly UseRow[];
  readonly rows: FlowRows;
  /** Reasons why rows were not stored, by the id of the use. */
  readonly refusals: Readonly<Record<number, string>>;
  readonly onRows: Dispatch<SetStateAction<FlowRows>>;
}

function FlowHead({ columns }: { readonly columns: readonly FlowColumn[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">设备编号</th>
        {columns.map(({ key, label }) => (
          <th key={key} scope="col">
            {label}
          </th>
        ))}
        <th scope="col">判定</th>
      </tr>
    </thead>
  );
}

/** Inputs of the flows, one row per instrument. Pasted spreadsheet cells fill the grid from the current cell on. */
function FlowTable({ uses, rows, refusals, onRows }: FlowTableProps) {
  const columns = useMemo(() => flowColumns(uses), [uses]);
  const setCell = (id: number, column: FlowColumn, text: string) =>
    onRows((now) => ({ ...now, [id]: { ...now[id], [column.key]: text } }));
  const paste = (index: number, column: FlowColumn) => (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    onRows((now) => pasteFlowCells(now, uses, columns, { row: index, column: columns.indexOf(column) }, text));
  };
  const box = useRef<HTMLDivElement>(null);
  const messageId = useId();
  // A refused row gets the focus, so that the person reads its reason.
  useEffect(() => {
    if (Object.keys(refusals).length)
      box.current?.querySelector<HTMLInputElement>('[data-refused=true] input')?.focus();
  }, [refusals]);
  return (
    <div ref={box} className={styles.wide} onKeyDown={onGridKey}>
      <table className={styles.flows} aria-label="流量校准">
        <FlowHead columns={columns} />
        <tbody>
          {uses.map((use, index) => {
            const cells = flowCells(use, rows[use.id] ?? {});
            const judgement = judgedRow(use, rows[use.id] ?? {});
            const fault = refusals[use.id];
            return (
              <tr key={use.id} data-refused={Boolean(fault)} data-bad={Boolean(fault) || judgement.isBad}>
                <th scope="row">{String(use.equipmentName)}</th>
                {columns.map((column, columnIndex) => (
                  <td key={column.key}>
                    <input
                      inputMode="decimal"
                      // The dialog is opened for typing, so the first input gets the focus.
                      autoFocus={index === 0 && columnIndex === 0}
                      aria-label={`${String(use.equipmentName)}${column.label}`}
                      aria-invalid={fault !== undefined || judgement.isBad}
                      aria-describedby={`${messageId}-${use.id}`}
                      value={cells[column.key] ?? ''}
                      onChange={({ target }) => setCell(use.id, column, target.value)}
                      onPaste={paste(index, column)}
                    />
                  </td>
                ))}
                <td id={`${messageId}-${use.id}`} aria-live="polite">
                  {fault ?? judgement.message}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Flow before and after of all samplers of a project in one grid; rows of a spreadsheet can be pasted (E.1–E.3). */
export function FlowGrid({ uses, onClose }: FlowGridProps) {
  const { rows, setRows, refused, calibrators, calibrator, setChosen, busy, changed, go } = useFlowRows(uses, onClose);
  return (
    <PageModal
      open={uses.length > 0}
      width={1040}
      title={equipmentTexts.flowGrid(uses.length)}
      okText={changed.length ? `保存（${changed.length}台）` : '保存'}
      okButtonProps={{ disabled: !changed.length }}
      confirmLoading={busy}
      onOk={() => void go()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <div className={styles.bar}>
          <span>流量校准器</span>
          <Select
            className={styles.calibrator ?? ''}
            options={calibrators}
            value={calibrator}
            onChange={setChosen}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择有效期内的流量校准器"
            aria-label="流量校准器"
          />
          <span className={styles.count}>流量单位为L/min；可从表格中复制多行粘贴，按Enter键到下一行</span>
        </div>
        <FlowTable uses={uses} rows={rows} refusals={refused} onRows={setRows} />
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </PageModal>
  );
}
