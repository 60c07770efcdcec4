import { useQuery } from '@tanstack/react-query';
import { Alert, Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { noticeDraftOf, publishRows, withdrawRows } from '@/api/publishing';
import { succeeded } from '@/api/succeeded';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { reportScene } from '@contract/features/publicity/entities/reportScene';
import { gapsOf, publicityStatus, publicityTexts, type ReportFacts } from '@contract/features/publicity/publicityWire';
import { failures, messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { FieldError } from '@contract/schema';
import { NoticeFields } from './NoticeFields';
import { NoticeHeader } from './NoticeHeader';
import { type Scene, SceneList, scenesKey } from './SceneList';
import type { Notice } from './useReportNotice';
import styles from './detail.module.css';

const api = crud(reportFormula);
const path = reportFormula.path;

const initials = Object.fromEntries(
  Object.entries(reportFormula.fields).flatMap(([name, field]) =>
    'initial' in field && !('readonly' in field) ? [[name, field.initial]] : [],
  ),
);

type NoticeForm = FormInstance<Record<string, unknown>>;

/** Queries the pictures of a notice in their order. */
function useScenes(formula: number | null): readonly Scene[] {
  const { data } = useQuery({
    queryKey: scenesKey(formula ?? 0),
    queryFn: async ({ signal }) =>
      (await crud(reportScene).list({ formula: formula ?? undefined, size: 100, sort: ['sort,asc', 'id,asc'] }, signal))
        .content as Scene[],
    enabled: formula !== null,
    retry: false,
  });
  return data ?? [];
}

/** Fills empty fields from the chosen project. */
async function takeFromProject(form: NoticeForm, project: unknown): Promise<void> {
  if (typeof project !== 'number') return;
  const knownValues = await noticeDraftOf(project).catch(() => ({}));
  const emptyFields = Object.entries(knownValues).filter(([name]) => !form.getFieldValue(name));
  form.setFieldsValue(Object.fromEntries(emptyFields));
  if (emptyFields.length) feedback.notify('info', '已从项目带出用人单位等内容，请核对');
}

interface NoticeCallsOptions {
  readonly form: NoticeForm;
  readonly row: AnyRow | null;
  readonly onSaved: (row: AnyRow) => void;
  readonly onChanged: () => Promise<void>;
}

/**
 * Returns the function that stores the form. Errors are shown at their fields; if somebody changed the row meanwhile,
 * the person can load it.
 */
function useStoring({ form, row, onChanged }: NoticeCallsOptions) {
  const [dirty, setDirty] = useState(false);
  const show = (errors: readonly FieldError[]) => {
    form.setFields(errors.map(({ field, message }) => ({ name: field, errors: [message] })));
    if (errors[0]) form.scrollToField(errors[0].field, { focus: true, block: 'center' });
  };

  async function store(): Promise<AnyRow | undefined> {
    const values = await form.validateFields().catch((problem: { errorFields?: { name: string[] }[] }) => {
      const firstField = problem.errorFields?.[0]?.name;
      if (firstField) form.scrollToField(firstField, { focus: true, block: 'center' });
      return undefined;
    });
    if (!values) return undefined;
    const { checkDraft } = await import('@contract/schema');
    const checked = checkDraft(reportFormula, { ...initials, ...values });
    if (!checked.ok) {
      show(checked.errors);
      return undefined;
    }
    try {
      const savedRow = row
        ? await api.edit({ ...checked.value, id: row.id, version: row.version })
        : await api.add(checked.value, { once: true });
      setDirty(false);
      return savedRow as unknown as AnyRow;
    } catch (error) {
      const failure = failureOf(error);
      show(failure.errors ?? []);
      if (
        failure.code === 'stale' &&
        (await feedback.confirm(`${failures.stale}。是否放弃您的修改，载入最新内容？`, { okText: '载入最新内容' }))
      )
        await onChanged();
      return undefined;
    }
  }

  return { dirty, setDirty, store };
}

/** Returns the functions that save, publish and withdraw the notice. */
function useNoticeCalls(options: NoticeCallsOptions) {
  const { row, onSaved, onChanged } = options;
  const { dirty, setDirty, store } = useStoring(options);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    await succeeded(work());
    setBusy(false);
  };

  const save = () =>
    run(async () => {
      const savedRow = await store();
      if (!savedRow) return;
      feedback.notify('success', row ? messages.edited : messages.added);
      onSaved(savedRow);
    });

  const publish = () =>
    run(async () => {
      if (!row || !(await feedback.confirm('公示后任何人都可以查看，确定公示吗？'))) return;
      await publishRows(path, [row]);
      feedback.notify('success', publicityTexts.published(1));
      await onChanged();
    });

  const withdraw = () =>
    run(async () => {
      const reason =
        row &&
        (await feedback.prompt('撤回后公众将无法查看，请填写撤回原因', {
          placeholder: '撤回原因',
          check: (text) => (text.trim() ? null : publicityTexts.noReason),
          okText: '撤回',
        }));
      if (!row || reason === null) return;
      await withdrawRows(path, [row], reason);
      feedback.notify('success', publicityTexts.withdrawn);
      await onChanged();
    });

  return { dirty, setDirty, busy, save, publish, withdraw };
}

/** Shows that the notice is public, was withdrawn, or lacks data. */
function NoticeAlerts({ row, gaps }: { readonly row: AnyRow | null; readonly gaps: readonly string[] }) {
  return (
    <>
      {row?.status === publicityStatus.published && <Alert type="info" showIcon title={publicityTexts.locked} />}
      {row?.status === publicityStatus.withdrawn && (
        <Alert
          type="warning"
          showIcon
          title={`已于${String(row.withdrawTime)}撤回：${String(row.withdrawReason)}`}
          description="更正后可以重新公示，公开页面的地址不变。"
        />
      )}
      {gaps.length > 0 && <Alert type="warning" showIcon title={`公示前还需补充：${gaps.join('、')}`} />}
    </>
  );
}

interface NoticeEditorProps {
  readonly notice: Notice;
  readonly onSaved: (row: AnyRow) => void;
  readonly onChanged: () => Promise<void>;
}

export function NoticeEditor({ notice: { row, draft }, onSaved, onChanged }: NoticeEditorProps) {
  const [form] = Form.useForm<Record<string, unknown>>();
  const { dirty, setDirty, busy, save, publish, withdraw } = useNoticeCalls({ form, row, onSaved, onChanged });
  const hasPermission = useMay();
  usePageDirty('reportFormula', dirty);
  const published = row?.status === publicityStatus.published;
  const mayWrite = hasPermission([permissionOf(reportFormula, row ? 'edit' : 'add')]);
  const isLocked = published || !mayWrite;
  const scenes = useScenes(row?.id ?? null);
  const gaps =
    row && !published ? gapsOf(row as unknown as ReportFacts, scenes.filter(({ consented }) => consented).length) : [];

  return (
    <div className={styles.page}>
      <NoticeHeader
        row={row}
        dirty={dirty}
        busy={busy}
        mayWrite={mayWrite}
        mayPublish={hasPermission([permissionOf(reportFormula, 'status')])}
        complete={gaps.length === 0}
        onSave={save}
        onPublish={publish}
        onWithdraw={withdraw}
      />
      <NoticeAlerts row={row} gaps={gaps} />
      <PaneForm
        form={form}
        layout="horizontal"
        labelCol={{ flex: '112px' }}
        wrapperCol={{ flex: '1 1 0' }}
        labelWrap
        disabled={isLocked || busy}
        initialValues={{ ...initials, ...draft, ...row }}
        scrollToFirstError={false}
        className={styles.form}
        onValuesChange={(changedValues: Record<string, unknown>) => {
          setDirty(true);
          if ('project' in changedValues) void takeFromProject(form, changedValues.project);
        }}
      >
        <NoticeFields />
      </PaneForm>
      {row ? (
        <SceneList formula={row.id} scenes={scenes} locked={isLocked} />
      ) : (
        <p className={styles.later}>保存后可以上传现场影像。</p>
      )}
    </div>
  );
}
