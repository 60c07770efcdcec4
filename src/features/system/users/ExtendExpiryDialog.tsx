import { useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox, Form } from 'antd';
import { useEffect, useState } from 'react';
import { acceptAnswer } from '@/api/acceptAnswer';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { withShownVersions } from '@/api/crudClient';
import { DateInput } from '@/fields/dateInputs';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { expiryTexts } from '@contract/features/system/accounts/accountExpiryTexts';
import { user } from '@contract/features/system/entities/user';
import type { Answer } from '@contract/wire';
import { type ExpiryExtension, useExpiryExtension } from './rightsStore';

interface AccountChecklistProps {
  readonly people: ExpiryExtension['people'];
  readonly chosenIds: readonly number[];
  readonly onLeft: (remainingIds: ReadonlySet<number>) => void;
}

/** Lists the people of the dialog. A person can't extend their own account. */
function AccountChecklist({ people, chosenIds, onLeft }: AccountChecklistProps) {
  return (
    <Checkbox.Group
      value={[...chosenIds]}
      onChange={(keptIds) => onLeft(new Set(people.map(({ id }) => id).filter((id) => !keptIds.includes(id))))}
      style={{ display: 'grid', gap: 6, maxHeight: 320, overflowY: 'auto' }}
    >
      {people.map(({ id, nickName, userName, expiryDate, term, isOwnAccount }) => (
        <Checkbox key={id} value={id} disabled={isOwnAccount}>
          {nickName}（{userName}）　{expiryDate ?? ''} {term ? expiryTexts.terms[term] : ''}
          {isOwnAccount ? `　${expiryTexts.own}` : ''}
        </Checkbox>
      ))}
    </Checkbox.Group>
  );
}

/** 延长到期日: sets one expiry date for several people. */
export function ExtendExpiryDialog() {
  const { people, proposed } = useExpiryExtension();
  const queryClient = useQueryClient();
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<number>>(new Set());
  const [day, setDay] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    setExcludedIds(new Set(people.filter(({ isOwnAccount }) => isOwnAccount).map(({ id }) => id)));
    setDay(proposed);
    setError(null);
  }, [people, proposed]);
  const chosenPeople = people.filter(({ id }) => !excludedIds.has(id));
  const close = () => useExpiryExtension.setState({ people: [] });

  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      const { data } = await client.put<Answer>(`${user.path}/expiry`, {
        rows: withShownVersions(chosenPeople),
        expiryDate: day,
      });
      acceptAnswer(data);
      feedback.notify('success', data.message);
      close();
      await queryClient.invalidateQueries({ queryKey: ['list', user.path] });
      await queryClient.invalidateQueries({ queryKey: ['expiring'] });
    } catch (failure) {
      setError(failureOf(failure).pageText);
    } finally {
      setBusy(false);
    }
  };

  return (
    <PageModal
      open={people.length > 0}
      about={people}
      title={expiryTexts.extend}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !day || chosenPeople.length === 0 }}
      onOk={() => void save()}
      onCancel={close}
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 8 }} />}
      <PaneForm layout="vertical">
        <Form.Item label={expiryTexts.day} htmlFor="newExpiry" required>
          <DateInput id="newExpiry" field={user.fields.expiryDate} value={day} onChange={(next) => setDay(next)} />
        </Form.Item>
        <Form.Item label={`人员（已选${chosenPeople.length}人）`}>
          <AccountChecklist people={people} chosenIds={chosenPeople.map(({ id }) => id)} onLeft={setExcludedIds} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
