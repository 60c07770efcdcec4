import { useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox, Select } from 'antd';
import { useEffect, useState } from 'react';
import { acceptAnswer } from '@/api/acceptAnswer';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { fetchOrganizations } from '@/api/organizations';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { type OwnerlessKind, ownerlessTexts } from '@contract/features/system/ownerlessRows';
import type { Answer, OrganizationBrief } from '@contract/wire';

interface OwnerlessDialogProps {
  readonly open: boolean;
  readonly kinds: readonly OwnerlessKind[];
  readonly onClose: () => void;
  readonly onAssigned: () => void;
}

/** State of the dialog: the organization, the kinds of rows that it gets, and the saving. */
function useAssignment({
  open,
  kinds,
  onClose,
  onAssigned,
}: Pick<OwnerlessDialogProps, 'open' | 'kinds' | 'onClose' | 'onAssigned'>) {
  const queryClient = useQueryClient();
  const [organizations, setOrganizations] = useState<readonly OrganizationBrief[]>([]);
  const [home, setHome] = useState<number | null>(null);
  const [excludedEntities, setExcludedEntities] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (!open) return;
    setError(null);
    setExcludedEntities(new Set());
    fetchOrganizations().then(
      (foundOrganizations) => {
        setOrganizations(foundOrganizations);
        setHome(foundOrganizations.length === 1 ? (foundOrganizations[0]?.organizationId ?? null) : null);
      },
      (failure: unknown) => setError(failureOf(failure).pageText),
    );
  }, [open]);
  const chosenEntities = kinds.filter(({ entity }) => !excludedEntities.has(entity)).map(({ entity }) => entity);

  const assign = async () => {
    setBusy(true);
    setError(null);
    try {
      const { data } = await client.put<Answer<{ assigned: number }>>('api/organization/ownerless', {
        organizationId: home,
        entities: chosenEntities,
      });
      acceptAnswer(data);
      feedback.notify('success', data.message);
      void queryClient.invalidateQueries({ queryKey: ['list'] });
      onAssigned();
      onClose();
    } catch (failure) {
      setError(failureOf(failure).pageText);
    } finally {
      setBusy(false);
    }
  };
  return { organizations, home, setHome, setExcludedEntities, busy, error, chosenEntities, assign };
}

/** Dialog that assigns rows without an organization to one, by kind. */
export function OwnerlessDialog({ open, kinds, onClose, onAssigned }: OwnerlessDialogProps) {
  const { organizations, home, setHome, setExcludedEntities, busy, error, chosenEntities, assign } = useAssignment({
    open,
    kinds,
    onClose,
    onAssigned,
  });

  return (
    <PageModal
      open={open}
      title={ownerlessTexts.action}
      okText="分配"
      cancelText="取消"
      okButtonProps={{ disabled: home === null || chosenEntities.length === 0, loading: busy }}
      onOk={() => void assign()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={error} style={{ marginBottom: 8 }} />}
      <p>{ownerlessTexts.explain}</p>
      <Select
        aria-label={ownerlessTexts.choose}
        placeholder={ownerlessTexts.choose}
        style={{ width: '100%', marginBottom: 12 }}
        showSearch={{ optionFilterProp: 'label' }}
        value={home}
        options={organizations.map(({ organizationId, name }) => ({ value: organizationId, label: name }))}
        onChange={setHome}
      />
      <Checkbox.Group
        value={chosenEntities}
        onChange={(keptEntities) =>
          setExcludedEntities(new Set(kinds.map(({ entity }) => entity).filter((name) => !keptEntities.includes(name))))
        }
        style={{ display: 'grid', gap: 8 }}
      >
        {kinds.map(({ entity, label, count, titles }) => (
          <Checkbox key={entity} value={entity}>
            {label}（{count}）：{titles.slice(0, 5).join('、')}
            {count > 5 ? '…' : ''}
          </Checkbox>
        ))}
      </Checkbox.Group>
    </PageModal>
  );
}
