import { Alert, Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { formRules } from '@/fields/formRules';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { user } from '@contract/features/system/entities/user';
import { messages } from '@contract/messages';
import { signingTexts } from '@contract/workflow/signatureTexts';
import { type Profile, useReloadProfile } from './useProfile';
import styles from './center.module.css';

const contactFields = ['phone', 'email'] as const;
type ProfileFormValues = Pick<Profile, (typeof contactFields)[number]>;

/** State of the form: whether it was changed, and the saving. */
function useProfileForm({ profile }: { profile: Profile }) {
  const [form] = Form.useForm<ProfileFormValues>();
  const reloadProfile = useReloadProfile();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  usePageDirty('profile', dirty);
  // Typed values stay; an untouched form shows the stored values.
  useEffect(() => {
    if (!form.isFieldsTouched()) form.setFieldsValue(profile);
  }, [form, profile]);

  const save = async (values: ProfileFormValues) => {
    setBusy(true);
    setError(null);
    try {
      await client.put(
        'api/user/center',
        { version: profile.version, ...values, phone: values.phone || null, email: values.email || null },
        { quiet: true },
      );
      setDirty(false);
      await reloadProfile();
      form.resetFields();
      feedback.notify('success', messages.edited);
    } catch (failure) {
      const { errors, message } = failureOf(failure);
      if (errors?.length)
        form.setFields(
          errors.map((fieldError) => ({
            name: fieldError.field as keyof ProfileFormValues,
            errors: [fieldError.message],
          })),
        );
      else setError(message);
    } finally {
      setBusy(false);
    }
  };
  return { form, dirty, setDirty, busy, error, save };
}

/** Data that people may change themselves; the administrator changes the rest. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const { form, dirty, setDirty, busy, error, save } = useProfileForm({ profile });

  return (
    <PaneForm
      form={form}
      className={styles.form}
      layout="horizontal"
      labelCol={{ flex: '88px' }}
      labelWrap
      initialValues={profile}
      disabled={busy}
      onValuesChange={() => setDirty(true)}
      onFinish={(values) => void save(values)}
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 16 }} />}
      <Form.Item label={user.fields.userName.label}>
        <span className="mono">{profile.userName}</span>
      </Form.Item>
      <Form.Item label={user.fields.nickName.label} extra={signingTexts.ownName}>
        {profile.nickName}
      </Form.Item>
      {contactFields.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={user.fields[name].label}
          rules={formRules(user.fields[name])}
          validateTrigger={['onBlur', 'onChange']}
        >
          <Input maxLength={user.fields[name].max} />
        </Form.Item>
      ))}
      <Form.Item label=" " colon={false}>
        <Button type="primary" htmlType="submit" loading={busy} disabled={!dirty}>
          保存
        </Button>
      </Form.Item>
    </PaneForm>
  );
}
