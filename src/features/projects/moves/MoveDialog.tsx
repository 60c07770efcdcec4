import { Alert, Form, type FormInstance, Input, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Failure } from '@/api/callFailures';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import type { Entity } from '@contract/entity';
import {
  type SeenFingerprint,
  changedCodes,
  onBehalf,
  signingTexts,
  statementCode,
} from '@contract/workflow/signatureTexts';
import type { SeenRow, Timeline } from '@contract/workflow/workflowWire';
import { acceptStatement, isRefusal, makeMove, makeMoves } from '../projectCalls';
import { SigningStatement } from './SigningStatement';

export type OfferedMove = Timeline['moves'][number];

interface MoveDialogProps {
  readonly entity: Pick<Entity, 'path'>;
  readonly row: { readonly id: number; readonly version: number };
  /** Fingerprint of the row's displayed content. */
  readonly asSeen?: SeenFingerprint | undefined;
  /** True while the fingerprints are being loaded. */
  readonly waiting?: boolean;
  /** Several rows to move together instead of `row`, as the person saw them. */
  readonly batchRows?: readonly SeenRow[];
  readonly move: OfferedMove | null;
  /** Text above the question. */
  readonly note?: string | undefined;
  /** Label of a reason that this row's move requires, although the move itself does not. */
  readonly reasonLabel?: string | undefined;
  /** Makes the move by another request, with the answers. */
  readonly sendMove?: (answers: Pick<MoveFormValues, 'reason' | 'password'>, idempotencyKey: string) => Promise<string>;
  readonly onClose: () => void;
  /** Called with the key of the move that was made; without it if somebody else was faster and the page is outdated. */
  readonly onMoved: (madeMove?: string) => void;
}

interface MoveFormValues {
  readonly reason?: string;
  readonly password?: string;
  /** True if 电子签名声明 was accepted with this signature. */
  readonly accepted?: boolean;
  /** Id of the person on whose behalf the move is made; 0 for the viewer. */
  readonly principal?: number;
}

interface MoveProblems {
  readonly message: string;
  readonly messages: readonly string[];
}

/** Makes the move. Returns the message of the server. */
function postMove(
  { entity, row, asSeen, batchRows, sendMove }: MoveDialogProps,
  move: OfferedMove,
  { reason, password, principal }: MoveFormValues,
  key: string,
): Promise<string> {
  const request = {
    move: move.key,
    ...(reason ? { reason } : {}),
    ...(password ? { password } : {}),
    ...(principal ? { onBehalfOf: principal } : {}),
  };
  return sendMove
    ? sendMove(request, key)
    : batchRows
      ? makeMoves(entity, { ...request, rows: batchRows }, key, isRefusal)
      : makeMove(
          entity,
          { ...request, id: row.id, version: row.version, ...(move.signs && asSeen ? { asSeen } : {}) },
          key,
          isRefusal,
        );
}

/** Shows a refusal at the fields of the dialog. Returns the messages that belong to no field, or null. */
function placeErrors(
  form: FormInstance<MoveFormValues>,
  error: Failure,
  { move, reasonLabel }: MoveDialogProps,
): MoveProblems | null {
  const errors = error.errors ?? [];
  const isFormField = ({ field }: { readonly field: string }): boolean =>
    (field === 'reason' && Boolean(move?.needsReason || reasonLabel)) || (field === 'password' && move?.signs === true);
  form.setFields(
    errors
      .filter(isFormField)
      .map(({ field, message }) => ({ name: field as keyof MoveFormValues, errors: [message] })),
  );
  const otherErrors = errors.filter((fieldError) => !isFormField(fieldError));
  // The dialog keeps the explanation, and no notice repeats it.
  return otherErrors.length || !errors.length
    ? { message: error.pageText, messages: otherErrors.map(({ message }) => message) }
    : null;
}

/**
 * Keeps the content that the page showed when the dialog opened. This content is signed, even if newer content has
 * been loaded since.
 * @returns the current props and the kept ones
 */
function useShown(props: MoveDialogProps) {
  const [latest, shownProps] = [useRef(props), useRef(props)];
  const moveKey = props.move?.key;
  const isLoaded = !props.waiting;
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (moveKey && isLoaded) shownProps.current = latest.current;
  }, [moveKey, isLoaded, latest, shownProps]);
  return { latest, shown: shownProps };
}

/** Performs an action that was requested before the fingerprints were loaded, as soon as they are. */
function useOncePressed(isLoaded: boolean, submit: () => Promise<void>) {
  const [isPressed, setPressed] = useState(false);
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  useEffect(() => {
    if (!isPressed || !isLoaded) return;
    setPressed(false);
    void latest.current();
  }, [isPressed, isLoaded]);
  return { pressed: isPressed, press: () => (isLoaded ? void submit() : setPressed(true)) };
}

/** Returns the state of the dialog and the function that makes the move. */
function useMoving(props: MoveDialogProps, form: FormInstance<MoveFormValues>) {
  const { move, onClose, onMoved } = props;
  const [busy, setBusy] = useState(false);
  const [isStatementDue, setStatementDue] = useState(false);
  // Errors that belong to no field of this dialog.
  const [problems, setProblems] = useState<MoveProblems | null>(null);
  const [isOutdated, setOutdated] = useState(false);
  const { latest, shown: shownProps } = useShown(props);
  // One key per set of answers: pressing the button twice makes the move once.
  const key = useRef('');
  const moveKey = move?.key;
  useEffect(() => {
    const requestedMove = latest.current.move;
    if (!moveKey || !requestedMove) return;
    form.resetFields();
    form.setFieldsValue({ principal: requestedMove.onlyOnBehalf ? (requestedMove.onBehalf?.[0]?.id ?? 0) : 0 });
    setStatementDue(requestedMove.signs && requestedMove.statementDue === true);
    setProblems(null);
    setOutdated(false);
    key.current = newId();
  }, [moveKey, form, latest]);

  const submit = async () => {
    if (!move || busy || isOutdated) return;
    const moveFormValues = await form.validateFields().catch(() => null);
    if (!moveFormValues) return;
    setBusy(true);
    setProblems(null);
    try {
      if (isStatementDue && moveFormValues.accepted) {
        await acceptStatement();
        setStatementDue(false);
      }
      const message = await postMove(shownProps.current, move, moveFormValues, key.current);
      feedback.notify('success', message);
      onMoved(move.key);
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === statementCode) return setStatementDue(true);
      setProblems(placeErrors(form, error, props));
      // Another person was faster, so the page behind the dialog is outdated.
      if (error.status === 409) onMoved();
      setOutdated(changedCodes.includes(error.code ?? ''));
    } finally {
      setBusy(false);
    }
  };
  const { pressed: isPressed, press } = useOncePressed(!props.waiting, submit);
  return { busy: busy || isPressed, due: isStatementDue, problems, outdated: isOutdated, press };
}

function ProblemList({ message, messages }: MoveProblems) {
  return (
    <Alert
      type="error"
      showIcon
      title={message}
      description={
        messages.length > 1 ? (
          <ul style={{ margin: 0, paddingInlineStart: 18 }}>
            {messages.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        ) : null
      }
      style={{ marginBottom: 12 }}
    />
  );
}

interface MoveItemsProps {
  readonly form: FormInstance<MoveFormValues>;
  readonly move: OfferedMove;
  readonly reasonLabel: string | undefined;
  /** True if 电子签名声明 was not accepted yet. */
  readonly isStatementDue: boolean;
}

/** Inputs of the move: on whose behalf, the reason, and the password of a signature. */
function MoveItems({ form, move, reasonLabel, isStatementDue }: MoveItemsProps) {
  const name = useSession((session) => session.user?.nickName ?? session.user?.userName ?? '');
  const principals = move.onBehalf ?? [];
  const principalId = Form.useWatch('principal', form);
  const principal = principals.find(({ id }) => id === principalId);
  return (
    <>
      {principals.length > 0 && (
        <Form.Item
          name="principal"
          label="办理身份"
          extra="代办的签名和办理记录注明“代×××”；双方中任一方办理过同一事项其他步骤的，不能再代办"
        >
          <Radio.Group
            options={[
              ...(move.onlyOnBehalf ? [] : [{ value: 0, label: '本人' }]),
              ...principals.map(({ id, name: principalName }) => ({ value: id, label: `代${principalName}` })),
            ]}
          />
        </Form.Item>
      )}
      {(move.needsReason || reasonLabel) && (
        <Form.Item
          name="reason"
          label={reasonLabel ?? '原因'}
          rules={[
            { required: true, whitespace: true, message: `请填写${reasonLabel ?? `${move.label}的原因`}` },
            { max: 500, message: '原因不能超过500个字' },
          ]}
        >
          <Input.TextArea rows={3} maxLength={500} showCount autoFocus placeholder="将写入审计日志并显示在办理记录中" />
        </Form.Item>
      )}
      {move.signs && (
        <Form.Item
          name="password"
          label={`签名：${name}${principal ? onBehalf(principal.name) : ''}`}
          extra="输入登录密码，视为本人签名"
          rules={[{ required: true, message: `${move.label}须签名，请输入登录密码` }]}
        >
          <Input.Password
            autoComplete="current-password"
            autoFocus={!move.needsReason && !reasonLabel && !isStatementDue}
            placeholder="登录密码"
          />
        </Form.Item>
      )}
      {!move.needsReason && !move.signs && <p>{`确定${move.label}吗？`}</p>}
    </>
  );
}

/**
 * Dialog for the data that a move requires: a reason, the password of a signature, and 电子签名声明 before the first
 * signature. Then makes the move. After a refusal the input stays.
 */
export function MoveDialog(props: MoveDialogProps) {
  const { move, note, reasonLabel, onClose } = props;
  const [form] = Form.useForm<MoveFormValues>();
  const { busy, due: isStatementDue, problems, outdated: isOutdated, press } = useMoving(props, form);

  return (
    <PageModal
      open={move !== null}
      width={isStatementDue ? 640 : 480}
      title={move?.label}
      okText={move?.label ?? '确定'}
      confirmLoading={busy}
      okButtonProps={{
        danger: move?.needsReason === true,
        disabled: isOutdated,
        title: isOutdated ? signingTexts.lookAgain : '',
      }}
      onOk={press}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {problems && <ProblemList {...problems} />}
      {move?.next && !problems && <Alert type="info" showIcon title={move.next} style={{ marginBottom: 12 }} />}
      {note && <Alert type="info" showIcon title={note} style={{ marginBottom: 12 }} />}
      <PaneForm form={form} layout="vertical" onFinish={press} requiredMark={false}>
        {isStatementDue && <SigningStatement />}
        {move && <MoveItems form={form} move={move} reasonLabel={reasonLabel} isStatementDue={isStatementDue} />}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </PaneForm>
    </PageModal>
  );
}
