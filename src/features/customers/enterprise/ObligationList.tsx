import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, DatePicker, Form, Input, Skeleton, type FormInstance } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { type ObligationDone, obligationTexts } from '@contract/features/customers/enterprise/clientMatters';
import { measuredLabel } from '@contract/features/reports/reportResults';
import { fetchObligations, markObligationDone } from './clientSideCalls';
import styles from './enterprise.module.css';

interface ShownObligation {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly done: ObligationDone | null;
}

interface DutyDialogProps {
  readonly openedDuty: ShownObligation | null;
  readonly busy: boolean;
  readonly recordCompletion: () => Promise<void>;
  readonly setOpenedDuty: (shownObligation: ShownObligation | null) => void;
  readonly form: FormInstance<{ doneOn: Dayjs; measure: string }>;
}

/** Asks for the day and the measure of a completed duty. */
function DutyDialog({ openedDuty, busy, recordCompletion, setOpenedDuty, form }: DutyDialogProps) {
  return (
    <PageModal
      open={openedDuty !== null}
      title={openedDuty?.title ?? ''}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void recordCompletion()}
      onCancel={() => setOpenedDuty(null)}
    >
      <PaneForm form={form} layout="vertical">
        <Form.Item name="doneOn" label="完成日期" rules={[{ required: true, message: obligationTexts.doneOnMissing }]}>
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item
          name="measure"
          label="措施"
          rules={[{ required: true, whitespace: true, message: obligationTexts.measureMissing }]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}

interface DutyItemsProps {
  readonly items: readonly ShownObligation[];
  readonly client: boolean;
  readonly open: (shownObligation: ShownObligation) => void;
}

/** Lists duties. The client completes each, or corrects a completed one. */
function DutyItems({ items, client, open }: DutyItemsProps) {
  return (
    <ul className={styles.duties}>
      {items.map((shownObligation) => (
        <li key={shownObligation.key} data-done={shownObligation.done !== null}>
          <div>
            <strong>{shownObligation.title}</strong>
            <p className={styles.quiet}>{shownObligation.description}</p>
            {shownObligation.done && (
              <p>{`${shownObligation.done.doneOn} 已完成：${shownObligation.done.measure}（${shownObligation.done.person}）`}</p>
            )}
          </div>
          {client && (
            <Button
              size="small"
              aria-label={`${shownObligation.done ? '修改' : '登记完成'} ${shownObligation.title}`}
              onClick={() => open(shownObligation)}
            >
              {shownObligation.done ? '修改' : '登记完成'}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Duties after a report: exceedances with their remedies and legal obligations. Each is completed with a date and a
 * note.
 */
export function ObligationList({ report }: { readonly report: number }) {
  const queryClient = useQueryClient();
  const client = useSession((session) => session.user?.isQy === true);
  const key = ['enterprise', 'duties', report] as const;
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchObligations(report, signal),
    retry: false,
  });
  const [form] = Form.useForm<{ doneOn: Dayjs; measure: string }>();
  const [openedDuty, setOpenedDuty] = useState<ShownObligation | null>(null);
  const [busy, setBusy] = useState(false);
  if (error) return <FailureAlert message={failureOf(error).message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const exceeded = data.exceedances.map((exceedance): ShownObligation => ({
    key: exceedance.key,
    done: exceedance.done,
    title: [exceedance.workshop, exceedance.place, exceedance.hazardName].filter(Boolean).join(' '),
    description: `${exceedance.day} ${measuredLabel(exceedance.kind)} ${exceedance.value}，限值 ${exceedance.limit}`,
  }));
  const duties = data.duties.map((duty): ShownObligation => ({
    key: duty.key,
    done: duty.done,
    title: duty.title,
    description: `${duty.what}（${duty.basis}）`,
  }));
  const recordCompletion = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || !openedDuty || busy) return;
    setBusy(true);
    const isSent = await succeeded(
      markObligationDone(report, {
        key: openedDuty.key,
        doneOn: values.doneOn.format('YYYY-MM-DD'),
        measure: values.measure,
      }).then((message) => feedback.notify('success', message)),
    );
    setBusy(false);
    if (!isSent) return;
    setOpenedDuty(null);
    void queryClient.invalidateQueries({ queryKey: key });
  };
  const open = (item: ShownObligation) => {
    form.setFieldsValue({ doneOn: dayjs(item.done?.doneOn), measure: item.done?.measure ?? '' });
    setOpenedDuty(item);
  };
  const list = (items: readonly ShownObligation[]) => <DutyItems items={items} client={client} open={open} />;
  return (
    <>
      <h3 className={styles.sub}>超标结果与整改</h3>
      {exceeded.length > 0 ? list(exceeded) : <p className={styles.quiet}>{obligationTexts.none}</p>}
      <h3 className={styles.sub}>法定事项</h3>
      {list(duties)}
      <DutyDialog
        openedDuty={openedDuty}
        busy={busy}
        recordCompletion={recordCompletion}
        setOpenedDuty={setOpenedDuty}
        form={form}
      />
    </>
  );
}
