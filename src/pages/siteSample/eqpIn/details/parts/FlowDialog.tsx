import { Alert, Form, Input, Select } from 'antd';
import { equipmentTexts } from '@contract/equipmentRules';
import { checkFlow } from '@contract/lab/flow';
import { attempt } from '@contract/lab/problem';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Failure } from '@/api/failures';
import { feedback } from '@/lib/feedback';
import { fetchChoices, keepFlow, type UseRow, usesKey } from '@/projects/equipment/calls';
import { PageModal } from '@/session/overlays';

interface Answers {
  readonly calibrator?: number;
  readonly flowSet?: string;
  readonly flowBefore?: string;
  readonly flowAfter?: string;
}

const number = { pattern: /^\d{1,6}(\.\d{1,4})?$/, message: '应为数字，最多4位小数' };

/** Flow before and after, with the deviation judged while it is typed (DOMAIN §1.5); the server judges again. */
export function FlowDialog({ use, onClose }: { readonly use: UseRow | null; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [form] = Form.useForm<Answers>();
  const [busy, setBusy] = useState(false);
  const values = Form.useWatch([], form) as Answers | undefined;
  const { data } = useQuery({ queryKey: [...usesKey, 'choices', 'calibrators'], queryFn: ({ signal }) => fetchChoices('sampling', signal), enabled: use !== null, retry: false });
  useEffect(() => {
    if (use) form.setFieldsValue({ calibrator: use.calibrator ?? undefined, flowSet: use.flowSet ?? '', flowBefore: use.flowBefore ?? '', flowAfter: use.flowAfter ?? '' } as Answers);
  }, [use, form]);
  const calibrators = (data ?? []).filter(({ eqpKind }) => eqpKind === 'flowCalibrator').map((one) => {
    const late = one.calibration === 'expired' || one.calibration === 'missing';
    return { value: one.id, disabled: late, label: `${one.eqpNo} ${one.eqpName}${late ? `（${one.calibration === 'expired' ? `已于${one.calibrationDue}过期` : '没有有效期'}）` : ''}` };
  });
  const judged = values?.flowBefore && values.flowAfter ? attempt(() => checkFlow(values.flowBefore ?? '', values.flowAfter ?? '')) : null;
  const go = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || !use || busy) return;
    setBusy(true);
    try {
      const { verdict, message } = await keepFlow({ id: use.id, version: use.version, ...answers });
      feedback.notify(verdict === 'fail' ? 'error' : 'success', message, verdict === 'fail' ? { duration: 8000 } : {});
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ field, message }) => ({ name: field as keyof Answers, errors: [message] })));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: usesKey });
    }
  };
  return (
    <PageModal open={use !== null} width={480} title={use ? `流量校准：${String(use.equipmentName)}` : ''} okText="保存" confirmLoading={busy} onOk={() => void go()} onCancel={onClose} mask={{ closable: false }}>
      <Form form={form} layout="vertical" onFinish={() => void go()} requiredMark={false}>
        <Form.Item name="calibrator" label="流量校准器" rules={[{ required: true, message: equipmentTexts.calibratorNeeded }]}><Select options={calibrators} showSearch={{ optionFilterProp: 'label' }} placeholder="请选择有效期内的流量校准器" aria-label="流量校准器" /></Form.Item>
        <Form.Item name="flowSet" label="设定流量（L/min）" rules={[number]}><Input inputMode="decimal" /></Form.Item>
        <Form.Item name="flowBefore" label="采样前流量（L/min）" rules={[{ required: true, message: '请填写采样前流量' }, number]}><Input inputMode="decimal" /></Form.Item>
        <Form.Item name="flowAfter" label="采样后流量（L/min）" rules={[number]} extra="采样结束、带采集器校准后填写"><Input inputMode="decimal" /></Form.Item>
        {judged && (judged.ok
          ? <Alert type={judged.value.passes ? 'success' : 'error'} showIcon title={judged.value.passes ? equipmentTexts.flowPassed(judged.value.deviationText) : equipmentTexts.flowFailed(Number(judged.value.deviationText) > 5 ? judged.value.deviationText : judged.value.deviation.toString().slice(0, 8))} />
          : <Alert type="warning" showIcon title={judged.problem.message} />)}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </PageModal>
  );
}
