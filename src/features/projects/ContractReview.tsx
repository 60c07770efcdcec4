import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Radio, Skeleton } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { crud } from '@/api/crudClient';
import { Failure } from '@/api/failures';
import { feedback } from '@/lib/feedback';
import { useDictionary } from '@/session/dictionaryStore';
import { useOverlay } from '@/session/overlays';
import { usePageDirty } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { contractReview, reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { fetchReview } from './projectCalls';

/** Value of the dictionary `reviewAnswer` for 是. */
const yes = 'yes';
const open = new Set(['draft', 'contractReview']);
const keyOf = (id: number) => ['list', contractReview.path, 'of', id] as const;

/** The seven questions, the subcontractor, the conclusion and the opinion. */
function ReviewItems({ answers }: { readonly answers: ReturnType<typeof useDictionary> }) {
  return (
    <>
      {reviewQuestions.map((name) => (
        <Form.Item key={name} name={name} label={contractReview.fields[name].label} style={{ marginBottom: 8 }}>
          <Radio.Group options={answers.map(({ value, label }) => ({ value, label }))} />
        </Form.Item>
      ))}
      <Form.Item name="subcontractor" label={contractReview.fields.subcontractor.label}>
        <Input maxLength={200} placeholder={contractReview.fields.subcontractor.hint} />
      </Form.Item>
      <Form.Item
        name="conclusion"
        label={contractReview.fields.conclusion.label}
        rules={[{ required: true, whitespace: true, message: '请填写评审结论' }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="opinion" label={contractReview.fields.opinion.label}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
    </>
  );
}

/**
 * 合同评审: seven questions, the conclusion, and who answered them when.
 * @param props.note what the reviewer should know of the contract, above the questions
 */
export function ContractReview({ project, note }: { readonly project: AnyRow; readonly note?: ReactNode }) {
  const queries = useQueryClient();
  const {
    data: review,
    isPending,
    isError,
  } = useQuery({ queryKey: keyOf(project.id), queryFn: ({ signal }) => fetchReview(project.id, signal), retry: false });
  const answers = useDictionary('reviewAnswer');
  const may = useMay();
  const [form] = Form.useForm<Record<string, unknown>>();
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const overlay = useOverlay();
  usePageDirty(`contractReview:${project.id}`, dirty);
  useEffect(() => {
    if (review !== undefined) form.setFieldsValue(review ?? { conclusion: contractReview.fields.conclusion.initial });
  }, [review, form]);
  if (isError) return <Alert type="error" showIcon title="合同评审加载失败，请稍后重试" />;
  if (isPending) return <Skeleton active />;
  const stage = String(project.stage);
  const writable = open.has(stage) && may([permissionOf(contractReview, review ? 'edit' : 'add')]);

  const fill = () => {
    const now = form.getFieldsValue(true) as Record<string, unknown>;
    form.setFieldsValue(Object.fromEntries(reviewQuestions.map((name) => [name, now[name] || yes])));
    setDirty(true);
  };
  const save = async (values: Record<string, unknown>) => {
    setBusy(true);
    try {
      const draft = { ...values, project: project.id };
      const quiet = ({ errors }: Failure) => Boolean(errors?.length);
      if (review) await crud(contractReview).edit({ ...draft, id: review.id, version: review.version }, { quiet });
      else await crud(contractReview).add(draft, { once: true, quiet });
      setDirty(false);
      overlay.saved();
      feedback.notify('success', messages.submitted);
      await queries.invalidateQueries({ queryKey: keyOf(project.id) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ field, message }) => ({ name: field, errors: [message] })));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form
      form={form}
      layout="horizontal"
      labelCol={{ span: 9 }}
      labelAlign="left"
      disabled={!writable || busy}
      onValuesChange={() => setDirty(true)}
      onFinish={(values) => void save(values)}
      requiredMark={false}
    >
      {note && <div style={{ marginBottom: 12 }}>{note}</div>}
      {!writable && (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 12 }}
          title={open.has(stage) ? '合同评审由复核人或授权签字人填写' : '合同评审已完成，不能再修改'}
        />
      )}
      {writable && (
        <Button size="small" style={{ marginBottom: 8 }} onClick={fill}>
          未选的都选“是”
        </Button>
      )}
      <ReviewItems answers={answers} />
      {review && (
        <p>
          评审人：{String(review.reviewerName ?? '')}　{String(review.reviewedAt ?? '')}
        </p>
      )}
      {writable && (
        <Button type="primary" htmlType="submit" loading={busy}>
          保存评审
        </Button>
      )}
    </Form>
  );
}
