import { Alert, Form, Input } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { PageModal } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import { type UnfitOverride, itemFitnessTexts, unfitCode } from '@contract/features/stock/itemFitness';

interface PendingQuestion {
  readonly messages: readonly string[];
  readonly answer: (override: UnfitOverride | null) => void;
}

/**
 * Saves data that may name expired things. Calls `save` without an override first. If the server refuses with `unfit`
 * and the person may override, a dialog asks for the reason and `save` is called with it. Otherwise rejects with the
 * refusal, which the form shows at its fields. Make the request `quiet` for `isUnfit`, so that the refusal is shown
 * only once.
 */
export function useOverride(): {
  readonly withOverride: <T>(save: (override?: UnfitOverride) => Promise<T>) => Promise<T>;
  readonly overrideDialog: ReactNode;
} {
  const [pendingQuestion, setPendingQuestion] = useState<PendingQuestion | null>(null);
  const mayOverride = useCan(['nonconformity:add']);
  const [form] = Form.useForm<UnfitOverride>();
  const latest = useRef(mayOverride);
  latest.current = mayOverride;

  const askForOverride = (failure: Failure) =>
    new Promise<UnfitOverride | null>((resolve) => {
      form.resetFields();
      setPendingQuestion({
        messages: failure.errors?.map(({ message }) => message) ?? [failure.pageText],
        answer(override) {
          setPendingQuestion(null);
          resolve(override);
        },
      });
    });

  const withOverride = async <T,>(save: (override?: UnfitOverride) => Promise<T>): Promise<T> => {
    try {
      return await save();
    } catch (error) {
      if (!isUnfit(error) || !latest.current) throw error;
      const override = await askForOverride(error);
      if (!override) throw error;
      return save(override);
    }
  };

  const submit = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (answers) pendingQuestion?.answer({ reason: answers.reason.trim() });
  };
  const overrideDialog = (
    <PageModal
      open={pendingQuestion !== null}
      width={520}
      title={itemFitnessTexts.overrideTitle}
      okText={itemFitnessTexts.overrideOk}
      okButtonProps={{ danger: true }}
      onOk={() => void submit()}
      onCancel={() => pendingQuestion?.answer(null)}
      mask={{ closable: false }}
    >
      <Alert
        type="warning"
        showIcon
        title={pendingQuestion?.messages.map((message) => (
          <div key={message}>{message}</div>
        ))}
        description={itemFitnessTexts.overrideNote}
        style={{ marginBottom: 12 }}
      />
      <PaneForm form={form} layout="vertical" requiredMark={false} onFinish={() => void submit()}>
        <Form.Item
          name="reason"
          label="继续使用的原因"
          rules={[
            { required: true, whitespace: true, message: itemFitnessTexts.reasonNeeded },
            { max: 300, message: '原因不能超过300个字' },
          ]}
        >
          <Input.TextArea rows={3} maxLength={300} showCount autoFocus />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
  return { withOverride, overrideDialog };
}

/** Checks whether a refusal can be overridden. */
export const isUnfit = (error: unknown): error is Failure => error instanceof Failure && error.code === unfitCode;
