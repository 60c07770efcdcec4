import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Form, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { readPreference, writePreference } from '@/api/preferences';
import { succeeded } from '@/api/succeeded';
import { fetchMailState, sendTestMail } from '@/features/notices/mailCalls';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { mailChoiceOf, mailChoices, mailPreference, mailTexts } from '@contract/features/notices/mailNotices';
import type { Profile } from './useProfile';
import styles from './center.module.css';

const stateKey = ['center', 'mail'];
const choiceKey = ['preference', mailPreference];

/** Loads whether the server sends mail, and which notices the person gets by mail. */
function useMailSettings(email: Profile['email']) {
  const state = useQuery({
    queryKey: [...stateKey, email],
    queryFn: fetchMailState,
    retry: false,
  });
  const choice = useQuery({
    queryKey: choiceKey,
    queryFn: async () => mailChoiceOf(await readPreference(mailPreference)),
    retry: false,
  });
  return { state, choice };
}

/** Chooses notices that are also sent by mail, if the server sends mail. */
export function MailPanel({ profile }: { profile: Profile }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { state, choice } = useMailSettings(profile.email);
  if (state.error || choice.error) return <Alert type="error" showIcon title="邮件提醒设置加载失败，请稍后重试" />;
  if (!state.data || !choice.data) return <Skeleton active />;
  const { isMailConfigured: isEnabled, email } = state.data;

  const choose = async (newChoice: (typeof mailChoices)[number]) => {
    const previousChoice = choice.data;
    queryClient.setQueryData(choiceKey, newChoice);
    if (await succeeded(writePreference(mailPreference, newChoice))) feedback.notify('success', '邮件提醒设置已保存');
    else queryClient.setQueryData(choiceKey, previousChoice);
  };
  const test = async () => {
    setBusy(true);
    await succeeded(sendTestMail().then((message) => feedback.notify('success', message)));
    setBusy(false);
  };

  return (
    <>
      {!isEnabled && <Alert type="info" showIcon title={mailTexts.off} style={{ marginBottom: 16 }} />}
      {isEnabled && !email && (
        <Alert type="warning" showIcon title={mailTexts.needsAddress} style={{ marginBottom: 16 }} />
      )}
      <p className={styles.quiet}>
        收到系统内的消息时，同时发送邮件到您的邮箱。邮件只有标题和链接，内容须登录系统查看。
      </p>
      <PaneForm layout="horizontal" labelCol={{ flex: '88px' }}>
        <Form.Item label="收件邮箱">
          <span className="mono">{email ?? '–'}</span>
        </Form.Item>
        <Form.Item label="接收邮件">
          <Radio.Group
            aria-label="接收邮件"
            value={choice.data}
            onChange={(event) => void choose(mailChoiceOf(event.target.value))}
            options={mailChoices.map((value) => ({ value, label: mailTexts.choices[value] }))}
            className={styles.choices}
          />
        </Form.Item>
        {profile.isAdmin && (
          <Form.Item label=" " colon={false}>
            <Button loading={busy} disabled={!isEnabled || !email} onClick={() => void test()}>
              发送测试邮件
            </Button>
          </Form.Item>
        )}
      </PaneForm>
    </>
  );
}
