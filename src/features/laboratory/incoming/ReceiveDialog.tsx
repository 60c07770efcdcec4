import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, type FormInstance, Input } from 'antd';
import { useEffect, useState } from 'react';
import { Failure, failureOf } from '@/api/callFailures';
import { SigningStatement } from '@/features/projects/moves/SigningStatement';
import { acceptStatement } from '@/features/projects/projectCalls';
import { DictCell, emptyCellText } from '@/fields';
import { PaneForm } from '@/fields/PaneForm';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { codeFit } from '@/grid/text/textFit';
import { feedback } from '@/lib/feedback';
import { CancelButton, PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import type { AnyRow } from '@contract/entity';
import { incomingTexts } from '@contract/features/laboratory/incoming/incomingTexts';
import { statementCode } from '@contract/workflow/signatureTexts';
import { actOnIncoming, fetchRows, incomingKey } from './incomingCalls';
import styles from './sampleInfoPush.module.css';

const textOrEmpty = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? emptyCellText
    : Array.isArray(value)
      ? value.join('、') || emptyCellText
      : String(value);

const columns: readonly DataTableColumn<AnyRow>[] = [
  {
    key: 'clientSampleNo',
    title: '原样编号',
    width: 130,
    fit: codeFit,
    fixed: 'left',
    mono: true,
    text: (row) => textOrEmpty(row.clientSampleNo),
    render: (row) => textOrEmpty(row.clientSampleNo),
  },
  {
    key: 'sampleName',
    title: '样品名称',
    width: 130,
    text: (row) => textOrEmpty(row.sampleName),
    render: (row) => textOrEmpty(row.sampleName),
  },
  {
    key: 'condition',
    title: '到样状态',
    width: 110,
    render: (row) => <DictCell dict="sampleCondition" value={row.condition} />,
  },
  {
    key: 'sampleKind',
    title: '类别',
    width: 72,
    render: (row) => <DictCell dict="sampleKind" value={row.sampleKind} />,
  },
  {
    key: 'hazard',
    title: '检测项目',
    width: 200,
    text: (row) => textOrEmpty(row.hazardName),
    render: (row) => textOrEmpty(row.hazardName),
  },
  {
    key: 'quantity',
    title: '数量/体积',
    width: 110,
    text: (row) => textOrEmpty(row.quantity),
    render: (row) => textOrEmpty(row.quantity),
  },
];

const keyOf = (row: AnyRow): number => row.id;
const noRows: readonly AnyRow[] = [];

interface TypedSignature {
  readonly password?: string;
  /** True if 电子签名声明 was accepted with this signature. */
  readonly accepted?: boolean;
}

interface ReceiveDialogProps {
  readonly project: number;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called with the ids of the created samples; empty if all rows were refused. */
  readonly onDone: (sampleIds: readonly number[]) => void;
}

/** Returns the selected rows, initially the intact ones, and the reason for a refusal. */
function useChosenRows(rows: readonly AnyRow[], open: boolean) {
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(new Set());
  const [reason, setReason] = useState('');
  useEffect(() => {
    setSelected(new Set(open ? rows.filter(({ condition }) => condition === 'intact').map(({ id }) => id) : []));
    if (open) setReason('');
  }, [open, rows]);
  const chosenRows = rows.filter(({ id }) => selected.has(id));
  const damaged = chosenRows.filter(({ condition }) => condition !== 'intact').length;
  return { selected, setSelected, reason, setReason, chosen: chosenRows, damaged };
}

interface ReceivingOptions extends Pick<ReceiveDialogProps, 'project' | 'onClose' | 'onDone'> {
  readonly form: FormInstance<TypedSignature>;
  readonly rows: readonly AnyRow[];
  readonly chosenRows: readonly AnyRow[];
  readonly reason: string;
}

/** Accepts or refuses the chosen rows. The dialog stays open while others remain. */
function useReceiving({ project, form, rows, chosenRows, reason, onClose, onDone }: ReceivingOptions) {
  const queryClient = useQueryClient();
  const [isStatementDue, setStatementDue] = useState(false);
  const [busy, setBusy] = useState<'receive' | 'refuse' | null>(null);
  const submit = async (action: 'receive' | 'refuse') => {
    if (busy || !chosenRows.length) return;
    const signature = action === 'receive' ? await form.validateFields().catch(() => null) : {};
    if (!signature) return;
    setBusy(action);
    const rowVersions = chosenRows.map(({ id, version }) => ({ id, version }));
    try {
      if (isStatementDue && signature.accepted) {
        await acceptStatement();
        setStatementDue(false);
      }
      const { message, samples } = await actOnIncoming(action, {
        project,
        rows: rowVersions,
        ...(action === 'refuse' ? { reason: reason.trim() } : { password: signature.password ?? '' }),
      });
      feedback.notify('success', message);
      onDone(samples);
      if (rowVersions.length === rows.length) onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === statementCode) setStatementDue(true);
      // Another person was faster. The dialog shows the current rows.
      if (error.status === 409) void queryClient.invalidateQueries({ queryKey: incomingKey });
      form.setFields(
        (error.errors ?? [])
          .filter(({ field }) => field === 'password')
          .map(({ message }) => ({ name: 'password', errors: [message] })),
      );
    }
    setBusy(null);
  };
  return { due: isStatementDue, busy, go: submit };
}

interface SignatureFormProps {
  readonly form: FormInstance<TypedSignature>;
  /** True if 电子签名声明 was not accepted yet. */
  readonly isStatementDue: boolean;
  readonly onSign: () => void;
}

function SignatureForm({ form, isStatementDue, onSign }: SignatureFormProps) {
  const name = useSession((session) => session.user?.nickName ?? session.user?.userName ?? '');
  return (
    <PaneForm form={form} layout="vertical" requiredMark={false} className={styles.reason} onFinish={onSign}>
      {isStatementDue && <SigningStatement />}
      <Form.Item
        name="password"
        label={`签名：${name}`}
        extra="收样时输入登录密码，视为本人签名"
        rules={[{ required: true, message: `${incomingTexts.receiving}须签名，请输入登录密码` }]}
      >
        <Input.Password autoComplete="current-password" maxLength={200} placeholder="登录密码" />
      </Form.Item>
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </PaneForm>
  );
}

/** Loads the registered samples that are not received yet. */
const useRowsToReceive = (projectId: number, enabled: boolean) =>
  useQuery({
    queryKey: [...incomingKey, projectId, 'toReceive'],
    queryFn: ({ signal }) => fetchRows(projectId, ['registered'], signal),
    enabled,
    staleTime: 0,
    retry: false,
  });

/** Input of the reason for a refusal. */
function RefusalReason({ reason, onReason }: { readonly reason: string; readonly onReason: (reason: string) => void }) {
  return (
    <label className={styles.reason} htmlFor="refuseReason">
      拒收原因
      <Input
        id="refuseReason"
        value={reason}
        maxLength={500}
        placeholder="拒收时必填，例如：玻璃管断裂"
        onChange={({ target }) => onReason(target.value)}
      />
    </label>
  );
}

/** 收样: the sample keeper accepts intact samples and refuses others with a reason. */
export function ReceiveDialog({ project, open, onClose, onDone }: ReceiveDialogProps) {
  const size = useSettings((settings) => settings.size);
  const { data: rows = noRows, isPending, error } = useRowsToReceive(project, open);
  const { selected, setSelected, reason, setReason, chosen: chosenRows, damaged } = useChosenRows(rows, open);
  const [form] = Form.useForm<TypedSignature>();
  // Another selection needs a new signature.
  useEffect(() => {
    if (open) form.resetFields();
  }, [form, open, rows]);
  const {
    due: isStatementDue,
    busy,
    go: submit,
  } = useReceiving({ project, form, rows, chosenRows, reason, onClose, onDone });

  return (
    <PageModal
      open={open}
      about={rows}
      width={860}
      title="收样"
      onCancel={onClose}
      mask={{ closable: false }}
      footer={[
        <CancelButton key="close">关闭</CancelButton>,
        <Button
          key="refuse"
          danger
          disabled={!chosenRows.length || !reason.trim()}
          title={reason.trim() ? '' : incomingTexts.reasonNeeded}
          loading={busy === 'refuse'}
          onClick={() => void submit('refuse')}
        >
          拒收（{chosenRows.length}件）
        </Button>,
        <Button
          key="receive"
          type="primary"
          disabled={!chosenRows.length || damaged > 0}
          title={damaged ? '所选来样有破损等情形，不能收样，请拒收或更改样品状态' : ''}
          loading={busy === 'receive'}
          onClick={() => void submit('receive')}
        >
          收样（{chosenRows.length}件）
        </Button>,
      ]}
    >
      {error ? (
        <Alert type="error" showIcon title={failureOf(error).pageText} />
      ) : (
        <>
          <p className={styles.hint}>
            逐件核对原样编号、数量与状态。收样后按“项目编号-L序号”编号并生成检测任务；破损、封口不严的请拒收并说明原因。
          </p>
          <DataTable
            label="待收样的样品"
            rows={rows}
            rowKey={keyOf}
            columns={columns}
            height={Math.min(380, 44 + Math.max(rows.length, 2) * 40)}
            density={size}
            loading={isPending}
            empty="没有待收的来样，请先登记并保存"
            selected={selected}
            onSelect={setSelected}
          />
          <SignatureForm
            form={form}
            isStatementDue={isStatementDue}
            onSign={() => void (damaged ? undefined : submit('receive'))}
          />
          <RefusalReason reason={reason} onReason={setReason} />
        </>
      )}
    </PageModal>
  );
}
