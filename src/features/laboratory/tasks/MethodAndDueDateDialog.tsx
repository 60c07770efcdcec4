import { useQuery } from '@tanstack/react-query';
import { DatePicker, Form, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useEffect, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { PaneForm } from '@/fields/PaneForm';
import { clearable } from '@/lib/clearableInput';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { dateFormat } from '@contract/constants';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { arrangeTasks, fetchMethodsFor, tasksKey } from './taskCalls';

interface MethodAndDueDateDialogProps {
  readonly tasks: readonly TaskSeen[] | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

interface TaskChanges {
  readonly method?: number;
  readonly dueOn?: Dayjs | null;
}

/** Returns why the method of these tasks can't be changed; null if it can. */
function methodBarred(hazardIds: number[], tasks: MethodAndDueDateDialogProps['tasks']): string | null {
  return hazardIds.length > 1
    ? '所选任务的检测项目不同，检测方法请按因素更改'
    : tasks?.some(({ state }) => state !== 'waiting')
      ? '已分发的任务请先退回，再更改检测方法'
      : null;
}

interface MethodFieldProps {
  /** Hazard of the tasks; undefined without tasks. */
  readonly hazardId: number | undefined;
  /** Why no method can be chosen; null where one can. */
  readonly barredReason: string | null;
}

/** Choice among the methods that can test a hazard. */
function MethodField({ hazardId, barredReason }: MethodFieldProps) {
  const methods = useQuery({
    queryKey: [...tasksKey, 'methods', hazardId],
    queryFn: ({ signal }) => fetchMethodsFor(hazardId ?? 0, signal),
    enabled: hazardId !== undefined && barredReason === null,
    retry: false,
  });
  return (
    <Form.Item name="method" label="检测方法" extra={barredReason ?? '只列出可以检测该因素的现行方法'}>
      <Select
        allowClear={clearable}
        disabled={barredReason !== null}
        loading={methods.isFetching}
        placeholder="不更改"
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={methods.isError ? '检测方法加载失败，请关闭后重试' : '方法库中没有可以检测该因素的方法'}
        options={(methods.data ?? []).map(({ id, title, standardNo }) => ({
          value: id,
          label: `${title}（${standardNo}）`,
        }))}
      />
    </Form.Item>
  );
}

/**
 * Changes the method of waiting tasks of one hazard, or the due date of unfinished tasks. Empty fields change nothing.
 */
export function MethodAndDueDateDialog({ tasks, onClose, onDone }: MethodAndDueDateDialogProps) {
  const [form] = Form.useForm<TaskChanges>();
  const [busy, setBusy] = useState(false);
  const open = tasks !== null;
  const hazardIds = [...new Set((tasks ?? []).map(({ hazard }) => hazard))];
  const [hazardId] = hazardIds;
  const barredReason = methodBarred(hazardIds, tasks);
  useEffect(() => {
    if (open) form.resetFields();
  }, [open, form]);
  const submit = async () => {
    if (!tasks || busy) return;
    const { method, dueOn } = form.getFieldsValue();
    const changes = { ...(method ? { method } : {}), ...(dueOn ? { dueOn: dueOn.format(dateFormat) } : {}) };
    if (!Object.keys(changes).length) return feedback.notify('warning', '请选择检测方法或要求完成日期');
    setBusy(true);
    const isArranged = await succeeded(
      arrangeTasks(tasks, changes).then((message) => feedback.notify('success', message)),
    );
    setBusy(false);
    if (isArranged) onDone();
  };
  return (
    <PageModal
      open={open}
      width={520}
      title={`更改${tasks?.length ?? 0}项检测任务`}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <PaneForm form={form} layout="vertical" requiredMark={false}>
        <MethodField hazardId={open ? hazardId : undefined} barredReason={barredReason} />
        <Form.Item name="dueOn" label="要求完成日期">
          <DatePicker style={{ width: '100%' }} placeholder="不更改" />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
