import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, InputNumber, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { acceptAnswer } from '@/api/acceptAnswer';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { labelOfNumbers, type NumberState, numberTexts } from '@contract/features/projects/runningNumberRules';
import { organization as entity } from '@contract/features/system/entities/organization';
import type { Answer } from '@contract/wire';
import { useNumbersDialog } from './numbersDialogStore';

/** Two types may have one name: the organization's own and the common one that it replaces. */
const labelOf = ({ kind, type, typeName, replaces, replacedBy }: NumberState): string =>
  labelOfNumbers(kind) + (typeName ? `（${(replaces ?? replacedBy) ? `${type} ` : ''}${typeName}）` : '');

const replacementText = ({ replaces, replacedBy }: NumberState): string | null =>
  replaces ? numberTexts.replaces(replaces) : replacedBy ? numberTexts.replacedBy(replacedBy) : null;

interface SeriesNumberRowProps {
  readonly state: NumberState;
  readonly onSave: (used: number) => Promise<void>;
}

function SeriesNumberRow({ state, onSave }: SeriesNumberRowProps) {
  const [typedNumber, setTypedNumber] = useState<number | null>(state.used);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await onSave(typedNumber ?? 0);
    setBusy(false);
  };
  return (
    <tr>
      <th scope="row" style={{ textAlign: 'left', fontWeight: 'normal' }}>
        {labelOf(state)}
        {replacementText(state) && <div style={{ opacity: 0.7 }}>{replacementText(state)}</div>}
      </th>
      <td className="mono">{state.rule}</td>
      {state.used === null ? (
        <td colSpan={2}>{numberTexts.byProject}</td>
      ) : (
        <>
          <td>
            <Space.Compact>
              <InputNumber
                aria-label={`${labelOf(state)} ${numberTexts.used}`}
                min={0}
                precision={0}
                value={typedNumber}
                onChange={setTypedNumber}
              />
              <Button
                disabled={typedNumber === state.used || typedNumber === null}
                loading={busy}
                onClick={() => void save()}
              >
                保存
              </Button>
            </Space.Compact>
            {state.registered !== undefined && (
              <div>
                {numberTexts.registered(state.registered)}
                <Button type="link" size="small" onClick={() => setTypedNumber(state.registered ?? null)}>
                  {numberTexts.take}
                </Button>
              </div>
            )}
          </td>
          <td className="mono">{state.next}</td>
        </>
      )}
    </tr>
  );
}

/** 编号: the numbers that each series has used this year, and its next number. */
export function NumbersDialog() {
  const organization = useNumbersDialog((state) => state.organization);
  const queryClient = useQueryClient();
  const key = ['numbers', organization?.id];
  const [refusal, setRefusal] = useState<string | null>(null);
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await client.get<NumberState[]>(`${entity.path}/${organization?.id}/numbers`, { signal })).data,
    enabled: organization !== null,
    retry: false,
    gcTime: 0,
  });
  const close = () => {
    setRefusal(null);
    useNumbersDialog.setState({ organization: null });
  };
  const save = async ({ kind, type }: NumberState, usedNumber: number) => {
    setRefusal(null);
    try {
      const answer = await client.put<Answer<NumberState[]>>(`${entity.path}/numbers`, {
        id: organization?.id,
        kind,
        type,
        used: usedNumber,
      });
      queryClient.setQueryData(key, acceptAnswer<NumberState[]>(answer.data));
      feedback.notify('success', numberTexts.saved);
    } catch (failure) {
      setRefusal(failureOf(failure).pageText);
    }
  };
  return (
    <PageModal
      open={organization !== null}
      about={organization}
      width={860}
      title={`${numberTexts.title}：${String(organization?.name ?? '')}`}
      footer={<Button onClick={close}>关闭</Button>}
      onCancel={close}
    >
      <p>{numberTexts.explain}</p>
      {(refusal ?? error) && (
        <Alert type="error" showIcon title={refusal ?? failureOf(error).pageText} style={{ marginBottom: 8 }} />
      )}
      {!data && !error && <Skeleton active />}
      {data && (
        <table style={{ width: '100%', borderSpacing: '8px 6px', borderCollapse: 'separate' }}>
          <thead>
            <tr style={{ textAlign: 'left' }}>
              <th scope="col">{numberTexts.title}</th>
              <th scope="col">规则</th>
              <th scope="col">{numberTexts.used}</th>
              <th scope="col">{numberTexts.next}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((numberState) => (
              <SeriesNumberRow
                key={`${numberState.kind} ${numberState.type ?? ''} ${numberState.used ?? ''}`}
                state={numberState}
                onSave={(usedNumber) => save(numberState, usedNumber)}
              />
            ))}
          </tbody>
        </table>
      )}
    </PageModal>
  );
}
