import { Alert, Button, Form, type FormInstance, Space } from 'antd';
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ConflictPanel } from '@/fields/conflict/ConflictPanel';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { focusedNow, focusFirst, focusNear } from '@/lib/focusFirst';
import { PageDrawer } from '@/session/overlays';
import { type Entity, fieldOf } from '@contract/entity';
import type { FieldError } from '@contract/schema';
import type { FormAction, FormGroup } from '../page';
import type { ListEditorModel } from '../useListEditor';
import { BoundInput } from './BoundInput';
import { OfferedInput } from './OfferedInput';
import { RefChoice } from './RefChoice';
import styles from '../listEditor.module.css';

const actionVerbs: Record<FormAction, string> = { add: '新增', edit: '编辑', copy: '复制', paste: '粘贴' };

const wideKinds = new Set(['longText', 'richText', 'refs', 'keyed']);

type ItemForm = FormInstance<Record<string, unknown>>;

/**
 * Sets the form's values at each opening, because antd reads initial values only once. Returns the values that are
 * set.
 */
function useFilledForm({ action, state }: ListEditorModel, form: ItemForm): object | null {
  const [filledValues, setFilledValues] = useState<object | null>(null);
  useEffect(() => {
    const initial = action ? state.initial : null;
    if (filledValues === initial) return;
    setFilledValues(initial);
    if (!initial) return;
    form.resetFields();
    form.setFieldsValue({ ...initial });
  }, [action, state.initial, filledValues, form]);
  return filledValues;
}

/** Shows errors at their fields and moves to the first. */
function showErrors(form: ItemForm, entity: Entity, errors: readonly FieldError[]): void {
  const knownErrors = errors.filter(({ field }) => fieldOf(entity, field.split('.')[0] ?? ''));
  form.setFields(knownErrors.map(({ field, message }) => ({ name: field.split('.')[0] ?? field, errors: [message] })));
  const firstField = knownErrors[0]?.field.split('.')[0];
  if (firstField) form.scrollToField(firstField, { focus: true, block: 'center' });
}

interface FormFocusOptions {
  readonly editor: ListEditorModel;
  readonly form: ItemForm;
  readonly body: RefObject<HTMLDivElement | null>;
  /** Values of the form after the drawer has opened. */
  readonly openedValues: object | null;
  /** True if the person continues with the row that somebody else saved. */
  readonly continuesSavedRow: boolean;
  readonly processing: boolean;
}

/** Keeps the focus in the form. Returns a function that remembers the focus before a submit. */
function useFormFocus({
  editor,
  form,
  body,
  openedValues,
  continuesSavedRow,
  processing,
}: FormFocusOptions): () => void {
  const { action, conflict, focus } = editor;
  const { unread: unreadTexts } = editor.state;
  // Focuses the requested field, or the first one. Resetting the form recreates its inputs, so this waits for
  // `openedValues`.
  useEffect(() => {
    if (!openedValues) return;
    if (focus) form.scrollToField(focus, { focus: true, block: 'center' });
    focusFirst(body.current);
  }, [openedValues, focus, form, body]);
  // Marks unread fields after the drawer has opened, because antd ignores errors of fields that do not exist yet.
  useEffect(() => {
    if (openedValues)
      form.setFields(Object.entries(unreadTexts).map(([name, { message }]) => ({ name, errors: [message] })));
  }, [openedValues, unreadTexts, form]);
  // The pressed button disappears with the comparison panel and loses the focus, so the first field gets it.
  useEffect(() => {
    if (continuesSavedRow && !conflict) focusFirst(body.current);
  }, [continuesSavedRow, conflict, body]);
  const focusedBefore = useRef<readonly Element[]>([]);
  // Disabled fields lose the focus during a submit. The focus is restored after the submit.
  useEffect(() => {
    if (!action || processing) return;
    if (!conflict) focusNear(focusedBefore.current);
    focusedBefore.current = [];
  }, [action, processing, conflict]);
  return () => {
    focusedBefore.current = focusedNow();
  };
}

interface FormFooterProps {
  readonly editor: ListEditorModel;
  readonly processing: boolean;
  readonly onSubmit: () => void;
}

function FormFooter({ editor, processing, onSubmit }: FormFooterProps) {
  return (
    <Space className={styles.formFooter}>
      <span className={styles.hint}>Ctrl+Enter 保存，Esc 关闭</span>
      <Button disabled={processing} onClick={() => void editor.closeForm()}>
        取消
      </Button>
      <Button type="primary" loading={processing} disabled={editor.conflict !== null} onClick={onSubmit}>
        保存
      </Button>
    </Space>
  );
}

/** Shows that a difference was merged, and errors that belong to no field. */
function FormAlerts({
  editor,
  continuesSavedRow,
}: {
  readonly editor: ListEditorModel;
  readonly continuesSavedRow: boolean;
}) {
  const { page, state, conflict } = editor;
  const general = state.errors.filter(({ field }) => !fieldOf(page.entity, field.split('.')[0] ?? ''));
  return (
    <>
      {continuesSavedRow && !conflict && (
        <Alert className={styles.alert} type="info" showIcon title="差异已合并到表单，请核对后点击“保存”" />
      )}
      {general.length > 0 && (
        <Alert
          className={styles.alert}
          type="error"
          showIcon
          title={general.map(({ message }) => message).join('；')}
        />
      )}
    </>
  );
}

/** Moves to the first field that antd found invalid. */
function showFirstInvalid(form: ItemForm, error: unknown): void {
  const firstField = (error as { errorFields?: { name: string[] }[] }).errorFields?.[0]?.name[0];
  if (firstField) form.scrollToField(firstField, { focus: true, block: 'center' });
}

/** Shows the fields that somebody else saved meanwhile beside those of the form. */
function SavedMeanwhile({
  editor,
  form,
  onMerged,
}: {
  readonly editor: ListEditorModel;
  readonly form: ItemForm;
  readonly onMerged: () => void;
}) {
  const { page, state, conflict } = editor;
  if (!conflict || !state.row) return null;
  return (
    <ConflictPanel
      entity={page.entity}
      base={state.row}
      mine={form.getFieldsValue(true) as Record<string, unknown>}
      theirs={conflict}
      onTake={(values) => {
        form.setFieldsValue(values);
        editor.takeRow(conflict);
        onMerged();
      }}
    />
  );
}

/** Renders the fields of the page's form, alone or in groups. */
function FormFields({
  editor,
  form,
  processing,
}: {
  readonly editor: ListEditorModel;
  readonly form: ItemForm;
  readonly processing: boolean;
}) {
  return (
    <PaneForm
      form={form}
      layout="horizontal"
      labelCol={{ flex: '132px' }}
      wrapperCol={{ flex: '1 1 0' }}
      labelWrap
      disabled={processing}
      onValuesChange={() => editor.setFormDirty(true)}
      scrollToFirstError={false}
      className={styles.form}
    >
      {(editor.page.form ?? []).map((item) =>
        typeof item === 'string' ? (
          <FormField key={item} name={item} editor={editor} />
        ) : (
          <FieldGroup key={item.title} group={item} editor={editor} />
        ),
      )}
    </PaneForm>
  );
}

/**
 * Renders the form of add, edit, copy and paste (SPEC §4). A failed submit keeps all values. A successful one closes
 * the form and clears it.
 */
export function EditForm({ editor }: { editor: ListEditorModel }) {
  const { page, state, action, conflict } = editor;
  const { entity } = page;
  const [form] = Form.useForm<Record<string, unknown>>();
  const processing = action !== null && state.forms[action] === 'processing';
  const filledValues = useFilledForm(editor, form);
  const [open, setOpen] = useState(false);
  const [wasMerged, setWasMerged] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const rememberFocus = useFormFocus({
    editor,
    form,
    body,
    openedValues: open ? filledValues : null,
    continuesSavedRow: wasMerged,
    processing,
  });
  const submit = async () => {
    rememberFocus();
    let values: Record<string, unknown>;
    try {
      values = await form.validateFields();
    } catch (error) {
      showFirstInvalid(form, error);
      return;
    }
    showErrors(form, entity, await editor.submit(values));
    setWasMerged(false);
  };
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!processing && !conflict) void submit();
  };
  return (
    <PageDrawer
      open={action !== null}
      title={action ? `${actionVerbs[action]}${page.title ?? entity.label}` : ''}
      size={880}
      destroyOnHidden
      handlesUnsavedInput
      afterOpenChange={setOpen}
      closable={!processing}
      mask={{ closable: false }}
      onClose={() => void editor.closeForm()}
      footer={<FormFooter editor={editor} processing={processing} onSubmit={() => void submit()} />}
    >
      <div ref={body} onKeyDown={submitByKeys}>
        <SavedMeanwhile editor={editor} form={form} onMerged={() => setWasMerged(true)} />
        <FormAlerts editor={editor} continuesSavedRow={wasMerged} />
        <FormFields editor={editor} form={form} processing={processing} />
      </div>
    </PageDrawer>
  );
}

function FieldGroup({ group, editor }: { group: FormGroup<string>; editor: ListEditorModel }) {
  return (
    <fieldset className={styles.group}>
      <legend>{group.title}</legend>
      {group.fields.map((name) => (
        <FormField key={name} name={name} editor={editor} />
      ))}
    </fieldset>
  );
}

/** Renders one field of the page's form and the page's sections that follow it. */
function FormField({ name, editor }: { name: string; editor: ListEditorModel }) {
  const { page } = editor;
  const field = fieldOf(page.entity, name);
  if (!field) return null;
  const required = field.required || page.entity.requiredNow?.includes(name) === true;
  const Custom = page.inputs?.[name];
  const Sections = (page.sections ?? []).filter((section) => section.after === name);
  return (
    <Fragment>
      <Form.Item
        name={name}
        label={field.label}
        required={required}
        rules={formRules({ ...field, required }, editor.state.unread[name])}
        extra={field.hint}
        validateTrigger={['onBlur', 'onChange']}
        validateFirst
        className={wideKinds.has(field.kind) ? styles.wide : undefined}
      >
        {Custom ? (
          <Custom />
        ) : field.kind === 'text' && page.entity.suggestions?.[name] ? (
          <OfferedInput entity={page.entity.name} name={name} field={field} />
        ) : field.kind === 'ref' ? (
          <RefChoice field={field} within={page.entity.within?.[name]} />
        ) : (
          <BoundInput field={field} />
        )}
      </Form.Item>
      {Sections.map(({ component: Section }, index) => (
        <div key={index} className={styles.wide}>
          <Section />
        </div>
      ))}
    </Fragment>
  );
}
