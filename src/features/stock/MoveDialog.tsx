import { useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { crud } from '@/api/crudClient';
import { Failure } from '@/api/failures';
import { RefInput } from '@/fields/reference';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow, Entity } from '@contract/entity';
import { amountProblem, amountText, unitLabel } from '@contract/features/stock/amounts';
import { stockMovement } from '@contract/features/stock/entities/stockMovement';
import {
  handMovements,
  type HandMovement,
  lotOf,
  lotTitle,
  needsReason,
  type StockKind,
} from '@contract/features/stock/kinds';
import { ledgerTexts } from '@contract/features/stock/ledgerTexts';
import { FirstExpiring } from './FirstExpiring';
import { moveStock, stockKey } from './stockCalls';
import type { Moving } from './stockTypes';
import { useOverride } from './useOverride';
import styles from './stock.module.css';

interface MoveDialogProps {
  readonly kind: StockKind;
  readonly entity: Entity;
  readonly moving: Moving | null;
  readonly onClose: () => void;
}

interface Answers {
  readonly lines: readonly { readonly amount?: string }[];
  readonly receiver?: number | null;
  readonly project?: number | null;
  readonly sheet?: number | null;
  readonly reason?: string;
}

const labels = new Map<string, string>(fixedDictionaries.stockMovementKind.map(({ value, label }) => [value, label]));
/** A return starts from its issue in the ledger. */
const choices = handMovements
  .filter((one) => one !== 'return')
  .map((value) => ({ value, label: labels.get(value) ?? value }));

/** Converts `lines.0.amount` to the form's name path. */
const nameOf = (field: string): (string | number)[] =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** 入库, 出库, 退库, 报废, 盘盈, 盘亏 of the selected lots, all or none. */
export function MoveDialog({ kind, entity, moving, onClose }: MoveDialogProps) {
  const queries = useQueryClient();
  const [form] = Form.useForm<Answers>();
  const [rows, setRows] = useState<readonly AnyRow[]>([]);
  const [movement, setMovement] = useState<HandMovement>('out');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const { withOverride, overrideDialog } = useOverride();
  useEffect(() => {
    if (!moving) return;
    setRows(moving.rows);
    setMovement(moving.movement);
    setProblem(null);
    form.resetFields();
    key.current = newId();
  }, [moving, form]);

  const choose = async (at: number, { id }: { readonly id: number }) => {
    const row = await crud(entity).get(id);
    setRows((before) => before.map((one, place) => (place === at ? row : one)));
  };
  const tell = (failure: Failure) => {
    const [here, elsewhere] = [
      failure.errors?.filter(({ field }) => field.startsWith('lines.') || field === 'reason' || field === 'sheet') ??
        [],
      failure.errors?.filter(({ field }) => !field.startsWith('lines.') && field !== 'reason' && field !== 'sheet') ??
        [],
    ];
    form.setFields(here.map(({ field, message }) => ({ name: nameOf(field) as never, errors: [message] })));
    setProblem(
      elsewhere.length || !here.length
        ? [...new Set(elsewhere.length ? elsewhere.map(({ message }) => message) : [failure.message])].join('；')
        : null,
    );
  };
  const go = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || busy) return;
    setBusy(true);
    setProblem(null);
    const lines = rows.map((row, at) => ({
      lot: row.id,
      amount: answers.lines[at]?.amount ?? '',
      ...(moving?.issue ? { issue: moving.issue.id } : {}),
    }));
    const { receiver, project, sheet, reason } = answers;
    const body = {
      movement,
      lines,
      reason: reason ?? null,
      ...(movement === 'out' ? { receiver: receiver ?? null, project: project ?? null, sheet: sheet ?? null } : {}),
    };
    try {
      const text = await withOverride((override) =>
        moveStock(kind, { ...body, ...(override ? { override } : {}) }, key.current),
      );
      feedback.notify('success', text);
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      tell(error);
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: stockKey(kind) });
    }
  };
  const fields = stockMovement.fields;
  return (
    <PageModal
      open={moving !== null}
      width={680}
      title={moving?.issue ? `退库（原出库${moving.issue.movementNo}）` : `${entity.label}出入库`}
      okText={`确定${labels.get(movement) ?? ''}`}
      confirmLoading={busy}
      onOk={() => void go()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {!moving?.issue && (
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
      <Form form={form} name="stockMove" layout="vertical" requiredMark={false} onFinish={() => void go()}>
        {rows.map((row, at) => {
          const lot = lotOf(kind, row);
          return (
            <div key={row.id} className={styles.line}>
              <div>
                <strong>{lotTitle(lot)}</strong>
                <div className={styles.quiet}>
                  结存{amountText(lot.balance, lot.amountUnit)}
                  {lot.specification && `，${lot.specification}`}
                  {lot.validUntil && `，有效期至${lot.validUntil}`}
                </div>
                {movement === 'out' && (
                  <FirstExpiring
                    kind={kind}
                    lot={lot}
                    chosen={rows.map(({ id }) => id)}
                    onChoose={(one) => void choose(at, one)}
                  />
                )}
              </div>
              <Form.Item
                name={['lines', at, 'amount']}
                label="数量"
                rules={[
                  {
                    validator: async (_rule, value: string | undefined) => {
                      const wrong = amountProblem(value ?? '', lot.amountUnit, lotTitle(lot));
                      if (wrong !== null) throw new Error(wrong);
                    },
                  },
                ]}
              >
                <Input
                  suffix={unitLabel(lot.amountUnit)}
                  inputMode="decimal"
                  autoFocus={at === 0}
                  aria-label={`${lot.no}数量`}
                />
              </Form.Item>
            </div>
          );
        })}
        {movement === 'out' && (
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
        )}
        <Form.Item
          name="reason"
          label={needsReason.has(movement) ? '原因' : '说明'}
          rules={
            needsReason.has(movement)
              ? [{ required: true, whitespace: true, message: ledgerTexts.reasonNeeded(labels.get(movement) ?? '') }]
              : []
          }
        >
          <Input.TextArea rows={2} maxLength={300} showCount />
        </Form.Item>
      </Form>
      {overrideDialog}
    </PageModal>
  );
}
