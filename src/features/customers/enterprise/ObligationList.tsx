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

interface ObligationDialogProps {
  readonly openedObligation: ShownObligation | null;
  readonly busy: boolean;
  readonly recordCompletion: () => Promise<void>;
  readonly setOpenedObligation: (shownObligation: ShownObligation | null) => void;
  readonly form: FormInstance<{ doneOn: Dayjs; measure: string }>;
}

/** Asks for the day and the measure of a completed obligation. */
function ObligationDialog({
  openedObligation,
  busy,
  recordCompletion,
  setOpenedObligation,
  form,
}: ObligationDialogProps) {
  return (
    <PageModal
      open={openedObligation !== null}
      title={openedObligation?.title ?? ''}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void recordCompletion()}
      onCancel={() => setOpenedObligation(null)}
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

interface ObligationItemsProps {
  readonly items: readonly ShownObligation[];
  readonly isClient: boolean;
  readonly open: (shownObligation: ShownObligation) => void;
}

/** Lists obligations. The client completes each, or corrects a completed one. */
function ObligationItems({ items, isClient, open }: ObligationItemsProps) {
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
          {isClient && (
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
 * Obligations after a report: exceedances with their remedies, and what the law requires. Each is completed with a date
 * and a note.
 */
export function ObligationList({ report }: { readonly report: number }) {
  const queryClient = useQueryClient();
  const isClient = useSession((session) => session.user?.isQy === true);
  const key = ['enterprise', 'duties', report] as const;
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchObligations(report, signal),
    retry: false,
  });
  const [form] = Form.useForm<{ doneOn: Dayjs; measure: string }>();
  const [openedObligation, setOpenedObligation] = useState<ShownObligation | null>(null);
  const [busy, setBusy] = useState(false);
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const exceedances = data.exceedances.map((exceedance): ShownObligation => ({
    key: exceedance.key,
    done: exceedance.done,
    title: [exceedance.workshop, exceedance.place, exceedance.hazardName].filter(Boolean).join(' '),
    description: `${exceedance.day} ${measuredLabel(exceedance.kind)} ${exceedance.value}，限值 ${exceedance.limit}`,
  }));
  const legalObligations = data.duties.map((obligation): ShownObligation => ({
    key: obligation.key,
    done: obligation.done,
    title: obligation.title,
    description: `${obligation.what}（${obligation.basis}）`,
  }));
  const recordCompletion = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || !openedObligation || busy) return;
    setBusy(true);
    const isSent = await succeeded(
      markObligationDone(report, {
        key: openedObligation.key,
        doneOn: values.doneOn.format('YYYY-MM-DD'),
        measure: values.measure,
      }).then((message) => feedback.notify('success', message)),
    );
    setBusy(false);
    if (!isSent) return;
    setOpenedObligation(null);
    void queryClient.invalidateQueries({ queryKey: key });
  };
  const open = (item: ShownObligation) => {
    form.setFieldsValue({ doneOn: dayjs(item.done?.doneOn), measure: item.done?.measure ?? '' });
    setOpenedObligation(item);
  };
  const list = (items: readonly ShownObligation[]) => <ObligationItems items={items} isClient={isClient} open={open} />;
  return (
    <>
      <h3 className={styles.sub}>超标结果与整改</h3>
      {exceedances.length > 0 ? list(exceedances) : <p className={styles.quiet}>{obligationTexts.none}</p>}
      <h3 className={styles.sub}>法定事项</h3>
      {list(legalObligations)}
      <ObligationDialog
        openedObligation={openedObligation}
        busy={busy}
        recordCompletion={recordCompletion}
        setOpenedObligation={setOpenedObligation}
        form={form}
      />
    </>
  );
}
