import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { asShown } from '@/api/crudClient';
import { failureOf } from '@/api/failures';
import { PageModal } from '@/session/overlays';
import type { MailState } from '@contract/features/notices/mailNotices';
import { oneTimeTexts, type Slips } from '@contract/features/notices/oneTime';
import { user } from '@contract/features/system/entities/user';
import type { Answer } from '@contract/wire';
import { printSlips } from './printSlips';
import { useGiving } from './rightsStore';

/** Table of the new passwords, shown only once. */
function SlipsTable({ told }: { readonly told: Slips }) {
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
        {told.slips.map(({ id, nickName, userName, password }) => (
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

function ToldButtons({ close, told }: { readonly close: () => void; readonly told: Slips }) {
  return (
    <>
      <Button key="close" onClick={close}>
        关闭
      </Button>
      <Button key="print" type="primary" disabled={told.slips.length === 0} onClick={() => printSlips(told.slips)}>
        {oneTimeTexts.print}
      </Button>
    </>
  );
}

/** 发放一次性密码: new passwords of the selected people, shown and printed once, or mailed. */
export function SlipsDialog() {
  const queries = useQueryClient();
  const people = useGiving((state) => state.people);
  const [mail, setMail] = useState(false);
  const [told, setTold] = useState<Slips | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { data: post } = useQuery({
    queryKey: ['noticeMail'],
    queryFn: async ({ signal }) => (await client.get<Answer<MailState>>('api/noticeMail', { signal })).data.body,
    enabled: people.length > 0,
    retry: false,
  });
  useEffect(() => {
    setTold(null);
    setMail(false);
    setError(null);
  }, [people]);
  const close = () => {
    setTold(null);
    useGiving.setState({ people: [] });
  };
  const give = async () => {
    setBusy(true);
    setError(null);
    try {
      const { data } = await client.put<Answer<Slips>>(`${user.path}/slips`, {
        rows: asShown(people),
        mail,
      });
      setTold(acceptAnswer<Slips>(data) ?? null);
      // The versions of these people have changed.
      void queries.invalidateQueries({ queryKey: ['list', user.path] });
    } catch (failure) {
      setError(failureOf(failure).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageModal
      open={people.length > 0}
      about={people}
      title={`${oneTimeTexts.action}（${people.length}人）`}
      closable={!busy}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={close}
      footer={
        told ? (
          <ToldButtons close={close} told={told} />
        ) : (
          <>
            <Button key="cancel" disabled={busy} onClick={close}>
              取消
            </Button>
            <Button key="give" type="primary" loading={busy} onClick={() => void give()}>
              {oneTimeTexts.give}
            </Button>
          </>
        )
      }
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 8 }} />}
      <p>{oneTimeTexts.explain}</p>
      {!told && (
        <Checkbox checked={mail} disabled={!post?.on} onChange={({ target }) => setMail(target.checked)}>
          {post?.on === false ? oneTimeTexts.noMail : oneTimeTexts.byMail}
        </Checkbox>
      )}
      {told && told.mailed.length > 0 && <Alert type="success" title={oneTimeTexts.mailed(told.mailed.length)} />}
      {told && told.failed.length > 0 && <Alert type="warning" title={told.failed.join('；')} />}
      {told && told.slips.length > 0 && <SlipsTable told={told} />}
    </PageModal>
  );
}
