import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, type FormInstance, Input, Radio } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { PaneForm } from '@/fields/PaneForm';
import { RefInput } from '@/fields/referenceInputs';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow, Entity } from '@contract/entity';
import { stockMovement } from '@contract/features/stock/entities/stockMovement';
import { ledgerTexts } from '@contract/features/stock/ledgerTexts';
import { amountProblem, amountText, unitLabel } from '@contract/features/stock/stockAmounts';
import {
  handMovements,
  type HandMovement,
  lotOf,
  lotTitle,
  needsReason,
  type StockKind,
} from '@contract/features/stock/stockKinds';
import { FirstExpiring } from './FirstExpiring';
import { moveStock, stockKey } from './stockCalls';
import type { StockDialogState } from './stockTypes';
import { useOverride } from './useOverride';
import styles from './stock.module.css';

interface StockMovementDialogProps {
  readonly kind: StockKind;
  readonly entity: Entity;
  readonly moveRequest: StockDialogState | null;
  readonly onClose: () => void;
}

interface MovementFormValues {
  readonly lines: readonly { readonly amount?: string }[];
  readonly receiver?: number | null;
  readonly project?: number | null;
  readonly sheet?: number | null;
  readonly reason?: string;
}

const movementLabels = new Map<string, string>(
  fixedDictionaries.stockMovementKind.map(({ value, label }) => [value, label]),
);
/** The movement of a return is missing here, because a return starts from its issue in the ledger. */
const choices = handMovements
  .filter((movement) => movement !== 'return')
  .map((value) => ({ value, label: movementLabels.get(value) ?? value }));

/** Converts `lines.0.amount` to the form's name path. */
const nameOf = (field: string): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Shows the faults at their inputs. Returns the text of faults without an input, or null. */
function placeErrors(form: FormInstance<MovementFormValues>, failure: Failure): string | null {
  const [fieldErrors, otherErrors] = [
    failure.errors?.filter(({ field }) => field.startsWith('lines.') || field === 'reason' || field === 'sheet') ?? [],
    failure.errors?.filter(({ field }) => !field.startsWith('lines.') && field !== 'reason' && field !== 'sheet') ?? [],
  ];
  form.setFields(fieldErrors.map(({ field, message }) => ({ name: nameOf(field) as never, errors: [message] })));
  return otherErrors.length || !fieldErrors.length
    ? [...new Set(otherErrors.length ? otherErrors.map(({ message }) => message) : [failure.pageText])].join('；')
    : null;
}

/** Returns the body of the call. */
function bodyOf(
  movementFormValues: MovementFormValues,
  movement: HandMovement,
  rows: readonly AnyRow[],
  moveRequest: StockDialogState | null,
) {
  const lines = rows.map((row, index) => ({
    lot: row.id,
    amount: movementFormValues.lines[index]?.amount ?? '',
    ...(moveRequest?.issue ? { issue: moveRequest.issue.id } : {}),
  }));
  const { receiver, project, sheet, reason } = movementFormValues;
  return {
    movement,
    lines,
    reason: reason ?? null,
    ...(movement === 'out' ? { receiver: receiver ?? null, project: project ?? null, sheet: sheet ?? null } : {}),
  };
}

interface LotLineProps {
  readonly lot: ReturnType<typeof lotOf>;
  /** Index among the lines of the form. */
  readonly index: number;
  /** Proposal of the lot that expires first. */
  readonly firstExpiring: ReactNode;
}

/** A lot with its balance, and the amount to move. */
function LotLine({ lot, index, firstExpiring }: LotLineProps) {
  return (
    <div className={styles.line}>
      <div>
        <strong>{lotTitle(lot)}</strong>
        <div className={styles.quiet}>
          结存{amountText(lot.balance, lot.amountUnit)}
          {lot.specification && `，${lot.specification}`}
          {lot.validUntil && `，有效期至${lot.validUntil}`}
        </div>
        {firstExpiring}
      </div>
      <Form.Item
        name={['lines', index, 'amount']}
        label="数量"
        rules={[
          {
            validator: async (_rule, value: string | undefined) => {
              const problem = amountProblem(value ?? '', lot.amountUnit, lotTitle(lot));
              if (problem !== null) throw new Error(problem);
            },
          },
        ]}
      >
        <Input
          suffix={unitLabel(lot.amountUnit)}
          inputMode="decimal"
          autoFocus={index === 0}
          aria-label={`${lot.no}数量`}
        />
      </Form.Item>
    </div>
  );
}

/** Recipient and purpose of issued lots. */
function ReceiverItems() {
  const { fields } = stockMovement;
  return (
    <div className={styles.threes}>
      <Form.Item name="receiver" label="领用人" extra="不选则为本人">
        <RefInput field={fields.receiver} />
      </Form.Item>
      <Form.Item name="project" label="项目">
        <RefInput field={fields.project} />
      </Form.Item>
      <Form.Item name="sheet" label="检测记录">
        <RefInput field={fields.sheet} />
      </Form.Item>
    </div>
  );
}

function ReasonItem({ movement }: { readonly movement: HandMovement }) {
  return (
    <Form.Item
      name="reason"
      label={needsReason.has(movement) ? '原因' : '说明'}
      rules={
        needsReason.has(movement)
          ? [
              {
                required: true,
                whitespace: true,
                message: ledgerTexts.reasonNeeded(movementLabels.get(movement) ?? ''),
              },
            ]
          : []
      }
    >
      <Input.TextArea rows={2} maxLength={300} showCount />
    </Form.Item>
  );
}

/** Keeps the lots and the kind of the movement, and stores it. */
function useMovement({ kind, entity, moveRequest, onClose }: StockMovementDialogProps) {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<MovementFormValues>();
  const [rows, setRows] = useState<readonly AnyRow[]>([]);
  const [movement, setMovement] = useState<HandMovement>('out');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const { withOverride, overrideDialog } = useOverride();
  useEffect(() => {
    if (!moveRequest) return;
    setRows(moveRequest.rows);
    setMovement(moveRequest.movement);
    setProblem(null);
    form.resetFields();
    key.current = newId();
  }, [moveRequest, form]);

  const choose = async (at: number, { id }: { readonly id: number }) => {
    const row = await crud(entity).get(id);
    setRows((before) => before.map((oldRow, place) => (place === at ? row : oldRow)));
  };
  const submit = async () => {
    const movementFormValues = await form.validateFields().catch(() => null);
    if (!movementFormValues || busy) return;
    setBusy(true);
    setProblem(null);
    const body = bodyOf(movementFormValues, movement, rows, moveRequest);
    try {
      const text = await withOverride((override) =>
        moveStock(kind, { ...body, ...(override ? { override } : {}) }, key.current),
      );
      feedback.notify('success', text);
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setProblem(placeErrors(form, error));
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: stockKey(kind) });
    }
  };
  return { form, rows, movement, setMovement, problem, busy, choose, submit, overrideDialog };
}

/** 入库, 出库, 退库, 报废, 盘盈, 盘亏 of the selected lots, all or none. */
export function StockMovementDialog(props: StockMovementDialogProps) {
  const { kind, entity, moveRequest, onClose } = props;
  const { form, rows, movement, setMovement, problem, busy, choose, submit, overrideDialog } = useMovement(props);
  return (
    <PageModal
      open={moveRequest !== null}
      width={680}
      title={moveRequest?.issue ? `退库（原出库${moveRequest.issue.movementNo}）` : `${entity.label}出入库`}
      okText={`确定${movementLabels.get(movement) ?? ''}`}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {!moveRequest?.issue && (
        <Radio.Group
          aria-label="类型"
          optionType="button"
          options={choices}
          value={movement}
          onChange={({ target }) => setMovement(target.value as HandMovement)}
          style={{ marginBottom: 12 }}
        />
      )}
      {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} role="alert" />}
      <PaneForm form={form} name="stockMove" layout="vertical" requiredMark={false} onFinish={() => void submit()}>
        {rows.map((row, at) => (
          <LotLine
            key={row.id}
            lot={lotOf(kind, row)}
            index={at}
            firstExpiring={
              movement === 'out' && (
                <FirstExpiring
                  kind={kind}
                  lot={lotOf(kind, row)}
                  chosenIds={rows.map(({ id }) => id)}
                  onChoose={(chosenRow) => void choose(at, chosenRow)}
                />
              )
            }
          />
        ))}
        {movement === 'out' && <ReceiverItems />}
        <ReasonItem movement={movement} />
      </PaneForm>
      {overrideDialog}
    </PageModal>
  );
}
