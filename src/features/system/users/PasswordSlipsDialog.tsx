import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import { acceptAnswer } from '@/api/acceptAnswer';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { withShownVersions } from '@/api/crudClient';
import { PageModal } from '@/session/overlays';
import type { MailState } from '@contract/features/notices/mailNotices';
import { oneTimePasswordTexts, type PasswordSlips } from '@contract/features/notices/oneTimePasswords';
import { user } from '@contract/features/system/entities/user';
import type { Answer } from '@contract/wire';
import { printSlips } from './printSlips';
import { usePasswordSlips } from './rightsStore';

/** Table of the new passwords, shown only once. */
function SlipsTable({ issuedSlips }: { readonly issuedSlips: PasswordSlips }) {
  return (
    <table style={{ width: '100%', marginTop: 8 }}>
      <thead>
        <tr style={{ textAlign: 'left' }}>
          <th scope="col">{user.fields.nickName.label}</th>
          <th scope="col">{user.fields.userName.label}</th>
          <th scope="col">一次性密码</th>
        </tr>
      </thead>
      <tbody>
        {issuedSlips.slips.map(({ id, nickName, userName, password }) => (
          <tr key={id}>
            <td>{nickName}</td>
            <td className="mono">{userName}</td>
            <td className="mono">{password}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function IssuedSlipsButtons({
  close,
  issuedSlips,
}: {
  readonly close: () => void;
  readonly issuedSlips: PasswordSlips;
}) {
  return (
    <>
      <Button key="close" onClick={close}>
        关闭
      </Button>
      <Button
        key="print"
        type="primary"
        disabled={issuedSlips.slips.length === 0}
        onClick={() => printSlips(issuedSlips.slips)}
      >
        {oneTimePasswordTexts.print}
      </Button>
    </>
  );
}

/** State of the dialog: the chosen people, the issued slips, and the last refusal. */
function usePasswordIssue() {
  const queryClient = useQueryClient();
  const people = usePasswordSlips((state) => state.people);
  const [sendsMail, setSendsMail] = useState(false);
  const [issuedSlips, setIssuedSlips] = useState<PasswordSlips | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { data: mailState } = useQuery({
    queryKey: ['noticeMail'],
    queryFn: async ({ signal }) => (await client.get<Answer<MailState>>('api/noticeMail', { signal })).data.body,
    enabled: people.length > 0,
    retry: false,
  });
  useEffect(() => {
    setIssuedSlips(null);
    setSendsMail(false);
    setError(null);
  }, [people]);
  const close = () => {
    setIssuedSlips(null);
    usePasswordSlips.setState({ people: [] });
  };
  const issueSlips = async () => {
    setBusy(true);
    setError(null);
    try {
      const { data } = await client.put<Answer<PasswordSlips>>(`${user.path}/slips`, {
        rows: withShownVersions(people),
        mail: sendsMail,
      });
      setIssuedSlips(acceptAnswer<PasswordSlips>(data) ?? null);
      // The versions of these people have changed.
      void queryClient.invalidateQueries({ queryKey: ['list', user.path] });
    } catch (failure) {
      setError(failureOf(failure).pageText);
    } finally {
      setBusy(false);
    }
  };
  return { people, sendsMail, setSendsMail, issuedSlips, busy, error, mailState, close, issueSlips };
}

/** 发放一次性密码: new passwords of the selected people, shown and printed once, or mailed. */
export function PasswordSlipsDialog() {
  const { people, sendsMail, setSendsMail, issuedSlips, busy, error, mailState, close, issueSlips } =
    usePasswordIssue();
  return (
    <PageModal
      open={people.length > 0}
      about={people}
      title={`${oneTimePasswordTexts.action}（${people.length}人）`}
      closable={!busy}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={close}
      footer={
        issuedSlips ? (
          <IssuedSlipsButtons close={close} issuedSlips={issuedSlips} />
        ) : (
          <>
            <Button key="cancel" disabled={busy} onClick={close}>
              取消
            </Button>
            <Button key="give" type="primary" loading={busy} onClick={() => void issueSlips()}>
              {oneTimePasswordTexts.give}
            </Button>
          </>
        )
      }
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 8 }} />}
      <p>{oneTimePasswordTexts.explain}</p>
      {!issuedSlips && (
        <Checkbox
          checked={sendsMail}
          disabled={!mailState?.isMailConfigured}
          onChange={({ target }) => setSendsMail(target.checked)}
        >
          {mailState?.isMailConfigured === false ? oneTimePasswordTexts.noMail : oneTimePasswordTexts.byMail}
        </Checkbox>
      )}
      {issuedSlips && issuedSlips.mailed.length > 0 && (
        <Alert type="success" title={oneTimePasswordTexts.mailed(issuedSlips.mailed.length)} />
      )}
      {issuedSlips && issuedSlips.failed.length > 0 && <Alert type="warning" title={issuedSlips.failed.join('；')} />}
      {issuedSlips && issuedSlips.slips.length > 0 && <SlipsTable issuedSlips={issuedSlips} />}
    </PageModal>
  );
}
