import { Alert, Button, Form, Input, type FormInstance } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { signOut } from '@/session/access/signOut';
import { anyDirty } from '@/session/tabs/tabStore';
import { failures } from '@contract/messages';
import { rules } from '@contract/rules';
import styles from './center.module.css';

interface PasswordFormValues {
  oldPassword: string;
  newPassword: string;
  again: string;
}

/** Time in ms for which the success message is shown before everything reloads (BEHAVIOUR §5). */
const messageDurationMs = 1500;

/** Inputs for the old password, and for the new one twice. */
function PasswordItems({ form }: { readonly form: FormInstance<PasswordFormValues> }) {
  return (
    <>
      <Form.Item name="oldPassword" label="旧密码" rules={[{ required: true, message: '请输入旧密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        extra={rules.password.message}
        rules={[
          { required: true, message: '请输入新密码' },
          {
            validator: async (_, value: string) => {
              if (value && !rules.password.test(value)) throw new Error(rules.password.message);
            },
          },
          {
            validator: async (_, value: string) => {
              if (value && value === form.getFieldValue('oldPassword')) throw new Error('新密码不能与旧密码相同');
            },
          },
        ]}
        validateFirst
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="again"
        label="确认密码"
        dependencies={['newPassword']}
        rules={[
          { required: true, message: '请再输入一次新密码' },
          {
            validator: async (_, value: string) => {
              if (value && value !== form.getFieldValue('newPassword')) throw new Error('两次输入的密码不一致');
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={200} />
      </Form.Item>
    </>
  );
}

/**
 * Form for changing the password by the rule of SPEC §5. It requires the old password. All sessions end, this one
 * included.
 */
export function PasswordForm({
  userName,
  passwordTime,
}: {
  readonly userName: string;
  readonly passwordTime?: string;
}) {
  const [form] = Form.useForm<PasswordFormValues>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const save = async ({ oldPassword, newPassword }: PasswordFormValues) => {
    // The person is asked first, because all pages close with the session.
    if (
      anyDirty() &&
      !(await feedback.confirm(failures.leaveUnsaved, {
        title: '修改密码后需要重新登录',
        okText: '离开',
        danger: true,
      }))
    )
      return;
    setBusy(true);
    setError(null);
    try {
      await client.put('api/user/password', { oldPassword, newPassword }, { quiet: true });
    } catch (failure) {
      const { errors, message } = failureOf(failure);
      if (errors?.length)
        form.setFields(
          errors.map((fieldError) => ({
            name: fieldError.field as keyof PasswordFormValues,
            errors: [fieldError.message],
          })),
        );
      else setError(message);
      return setBusy(false);
    }
    feedback.notify('success', '密码修改成功，请重新登录');
    setTimeout(() => void signOut(), messageDurationMs);
  };

  return (
    <PaneForm
      form={form}
      className={styles.form}
      layout="horizontal"
      labelCol={{ flex: '88px' }}
      disabled={busy}
      requiredMark
      onFinish={(values) => void save(values)}
      autoComplete="off"
    >
      <p className={styles.quiet}>
        {passwordTime ? `上次修改：${passwordTime}。` : ''}修改后本账号的全部登录都会退出，需要用新密码重新登录。
      </p>
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 16 }} />}
      {/* For the browser's password manager. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordItems form={form} />
      <Form.Item label=" " colon={false}>
        <Button type="primary" htmlType="submit" loading={busy}>
          修改密码
        </Button>
      </Form.Item>
    </PaneForm>
  );
}
