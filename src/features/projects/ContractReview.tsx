import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Form, type FormInstance, Input, Radio, Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { useDictionary } from '@/session/dictionaryStore';
import { useOverlay } from '@/session/overlays';
import { usePageDirty } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { contractReview, reviewQuestions } from '@contract/features/projects/entities/contractReview';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { projectTexts } from '@contract/features/projects/projectTexts';
import {
  type ContractScope,
  evidenceTexts,
  allowsApproval,
  openQuestions,
  proposedAnswers,
  reviewEvidence,
  type ReviewQuestion,
} from '@contract/features/projects/reviewEvidence';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { OfferedMove } from './moves/MoveDialog';
import { fetchReview, makeMove } from './projectCalls';

const open = new Set(['draft', 'contractReview']);
const keyOf = (id: number) => ['list', contractReview.path, 'of', id] as const;

/**
 * Returns a function that checks whether the person may write the contract review of a project in this stage, begun
 * or not.
 */
export function useWritesReview(): (stage: unknown) => boolean {
  const hasPermission = useMay();
  return (stage) =>
    open.has(String(stage)) &&
    hasPermission([permissionOf(contractReview, 'add')]) &&
    hasPermission([permissionOf(contractReview, 'edit')]);
}

export interface ContractReviewProps {
  readonly project: AnyRow;
  /** Move that a complete review allows. It is made after saving, without another question. */
  readonly passMove?: OfferedMove | undefined;
  readonly onPassed?: () => void;
  /** Notes on the contract for the reviewer, above the questions. */
  readonly note: ReactNode;
  /** Hazards by the accredited scope; null without an annex, undefined while it is being loaded. */
  readonly scope: ContractScope | null | undefined;
}

type ReviewValues = Record<string, unknown>;

/** Sets the answers that follow from facts, until the person chooses another answer. */
function useProposals({ project, scope }: ContractReviewProps, form: FormInstance<ReviewValues>) {
  const proposed = useRef<Record<string, unknown>>({});
  const [evidence, setEvidence] = useState(() => reviewEvidence(project, '', scope));
  const propose = useCallback(() => {
    const values = form.getFieldsValue(true) as ReviewValues;
    const next = reviewEvidence(project, values['subcontractor'], scope);
    const changedAnswers = proposedAnswers(next, values, proposed.current);
    proposed.current = { ...proposed.current, ...changedAnswers };
    form.setFieldsValue(changedAnswers);
    setEvidence(next);
  }, [project, scope, form]);
  const isProposed = (name: ReviewQuestion, answer: unknown) =>
    evidence[name]?.answer !== undefined && answer === evidence[name]?.answer && proposed.current[name] === answer;
  return { evidence, propose, isProposed };
}

/** Checks whether the answers are stored in the review; proposed answers may not be. */
const isStored = (values: ReviewValues, review: AnyRow | null | undefined): boolean =>
  Boolean(review) && reviewQuestions.every((name) => (values[name] ?? null) === (review?.[name] ?? null));

/** Returns the state of two actions: saving the review, and making the move if the review allows it. */
function useSaving(
  { project, passMove, onPassed }: ContractReviewProps,
  review: AnyRow | null | undefined,
  form: FormInstance<ReviewValues>,
) {
  const queryClient = useQueryClient();
  const overlay = useOverlay();
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  usePageDirty(`contractReview:${project.id}`, dirty);
  const store = async (values: ReviewValues) => {
    const draft = { ...values, project: project.id };
    const hasFieldErrors = ({ errors }: Failure) => Boolean(errors?.length);
    if (review)
      await crud(contractReview).edit({ ...draft, id: review.id, version: review.version }, { quiet: hasFieldErrors });
    else await crud(contractReview).add(draft, { once: true, quiet: hasFieldErrors });
    setDirty(false);
    overlay.markSaved();
    await queryClient.invalidateQueries({ queryKey: keyOf(project.id) });
  };
  const save = async (values: ReviewValues) => {
    setBusy(true);
    setRefusal(null);
    try {
      if (dirty || !isStored(values, review)) await store(values);
      if (!passMove || !allowsApproval(values)) return feedback.notify('success', messages.submitted);
      const { id, version } = project;
      feedback.notify(
        'success',
        await makeMove(projectEntity, { id, version: Number(version), move: passMove.key }, newId()),
      );
      onPassed?.();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ field, message }) => ({ name: field, errors: [message] })));
      if (!error.errors?.length) setRefusal(error.pageText);
    } finally {
      setBusy(false);
    }
  };
  return { busy, dirty, refused: refusal, save, touch: () => setDirty(true) };
}

/** Inputs of the subcontractor, the conclusion and the opinion. */
function ConclusionItems() {
  const { fields } = contractReview;
  return (
    <>
      <Form.Item name="subcontractor" label={fields.subcontractor.label}>
        <Input maxLength={200} placeholder={fields.subcontractor.hint} />
      </Form.Item>
      <Form.Item
        name="conclusion"
        label={fields.conclusion.label}
        rules={[{ required: true, whitespace: true, message: '请填写评审结论' }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="opinion" label={fields.opinion.label}>
        <Input.TextArea rows={3} maxLength={1000} showCount />
      </Form.Item>
    </>
  );
}

interface ReviewButtonsProps {
  readonly answers: ReviewValues;
  readonly passMove: OfferedMove | undefined;
  readonly busy: boolean;
}

/** The button that saves, and makes the move if the answers allow it; beside it what is still open. */
function ReviewButtons({ answers, passMove, busy }: ReviewButtonsProps) {
  const openCount = openQuestions(answers);
  const isAllowed = allowsApproval(answers);
  return (
    <Flex align="center" gap={12} wrap>
      <Button type="primary" htmlType="submit" loading={busy}>
        {passMove && isAllowed ? projectTexts.saveAndPass(passMove.label) : '保存评审'}
      </Button>
      {openCount > 0 && <span role="status">{evidenceTexts.open(openCount)}</span>}
      {passMove && openCount === 0 && isAllowed && passMove.next && <span role="status">{passMove.next}</span>}
    </Flex>
  );
}

/** 合同评审: seven questions, the conclusion, and who answered them when. */
export function ContractReview(props: ContractReviewProps) {
  const { project, passMove, note } = props;
  const {
    data: review,
    isPending,
    isError,
  } = useQuery({ queryKey: keyOf(project.id), queryFn: ({ signal }) => fetchReview(project.id, signal), retry: false });
  const [form] = Form.useForm<ReviewValues>();
  const hasPermission = useMay();
  const isOpen = open.has(String(project.stage));
  const writable = isOpen && hasPermission([permissionOf(contractReview, review ? 'edit' : 'add')]);
  const { evidence, propose, isProposed } = useProposals(props, form);
  const { busy, refused: refusal, save, touch } = useSaving(props, review, form);
  const reviewValues = (Form.useWatch((values: ReviewValues) => values, form) ?? {}) as ReviewValues;
  useEffect(() => {
    if (review === undefined) return;
    form.setFieldsValue(review ?? { conclusion: contractReview.fields.conclusion.initial });
  }, [review, form]);
  useEffect(() => {
    if (review !== undefined && writable) propose();
  }, [review, writable, propose]);
  if (isError) return <Alert type="error" showIcon title="合同评审加载失败，请稍后重试" />;
  if (isPending) return <Skeleton active />;
  const lockedText = isOpen ? '合同评审由复核人或授权签字人填写' : '合同评审已完成，不能再修改';
  return (
    <PaneForm
      form={form}
      layout="horizontal"
      labelCol={{ span: 9 }}
      labelAlign="left"
      disabled={!writable || busy}
      onValuesChange={() => {
        touch();
        propose();
      }}
      onFinish={(values) => void save(values)}
      requiredMark={false}
    >
      {note && <div style={{ marginBottom: 12 }}>{note}</div>}
      {!writable && <Alert type="info" showIcon style={{ marginBottom: 12 }} title={lockedText} />}
      {reviewQuestions.map((name) => (
        <ReviewQuestionItem
          key={name}
          name={name}
          evidenceText={writable ? evidence[name]?.text : undefined}
          proposed={isProposed(name, reviewValues[name])}
        />
      ))}
      <ConclusionItems />
      {review && (
        <p>
          评审人：{String(review.reviewerName ?? '')}　{String(review.reviewedAt ?? '')}
        </p>
      )}
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      {writable && <ReviewButtons answers={reviewValues} passMove={passMove} busy={busy} />}
    </PaneForm>
  );
}

interface ReviewQuestionItemProps {
  readonly name: ReviewQuestion;
  readonly evidenceText: string | undefined;
  /** True if the answer follows from the data. */
  readonly proposed: boolean;
}

function ReviewQuestionItem({ name, evidenceText, proposed }: ReviewQuestionItemProps) {
  const answers = useDictionary('reviewAnswer');
  const form = Form.useFormInstance();
  const chosenLabel = answers.find(({ value }) => value === form.getFieldValue(name))?.label ?? '';
  return (
    <Form.Item
      name={name}
      label={contractReview.fields[name].label}
      extra={evidenceText && `${evidenceText}${proposed ? evidenceTexts.proposed(chosenLabel) : ''}`}
      style={{ marginBottom: 8 }}
    >
      <Radio.Group options={answers.map(({ value, label }) => ({ value, label }))} />
    </Form.Item>
  );
}
