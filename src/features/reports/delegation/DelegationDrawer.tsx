import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Table, type TableColumnsType } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { Tone } from '@/fields';
import { feedback } from '@/lib/feedback';
import { PageDrawer } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import {
  delegationState,
  delegationStates,
  stepLabel,
  stepsIn,
} from '@contract/features/reports/delegation/delegationRules';
import { delegation } from '@contract/features/reports/entities/delegation';
import { permissionOf } from '@contract/permissions';
import { endDelegation, fetchDelegations } from '../approval/approvalCalls';
import { DelegationForm } from './DelegationForm';
import { useMyDelegations } from './useHeldDelegations';
import styles from './delegation.module.css';

const size = 20;
const givePermissions = [permissionOf(delegation, 'add')];
const stateOn = (row: AnyRow, today: string) =>
  delegationState(
    {
      validFrom: String(row.validFrom),
      validUntil: String(row.validUntil),
      endedAt: row.endedAt ? String(row.endedAt) : null,
    },
    today,
  );

/** Returns the columns of the list; either person of a delegation can end it. */
function useDelegationColumns(ownUserId: number | undefined, today: string | undefined) {
  const queryClient = useQueryClient();
  return useMemo<TableColumnsType<AnyRow>>(() => {
    const stateOf = (row: AnyRow) => stateOn(row, today ?? '');
    const end = async ({ id, title }: AnyRow) => {
      const reason = await feedback.prompt(`结束“${String(title)}”？结束后受托人立即不能再代办。`, {
        placeholder: '原因（可不填）',
        okText: '结束委托',
      });
      if (reason === null) return;
      await succeeded(endDelegation(id, reason).then((message) => feedback.notify('success', message)));
      await queryClient.invalidateQueries({ queryKey: ['list'] });
    };
    return [
      { title: '委托人', dataIndex: 'principalName', width: 88 },
      { title: '受托人', dataIndex: 'delegateName', width: 88 },
      { title: '步骤', dataIndex: 'steps', render: (steps: string) => stepsIn(steps).map(stepLabel).join('、') },
      {
        title: '期间',
        key: 'days',
        width: 208,
        render: (_, row) => `${String(row.validFrom)} 至 ${String(row.validUntil)}`,
      },
      { title: '原因', dataIndex: 'reason' },
      {
        title: '状态',
        key: 'state',
        width: 128,
        render: (_, row) => {
          const { label, tone } = delegationStates[stateOf(row)];
          return (
            <span
              title={
                row.endedAt
                  ? `${String(row.endedByName ?? '')}于${String(row.endedAt)}结束${row.endReason ? `：${String(row.endReason)}` : ''}`
                  : ''
              }
            >
              <Tone tone={tone}>{label}</Tone>
            </span>
          );
        },
      },
      {
        title: '操作',
        key: 'act',
        width: 96,
        render: (_, row) =>
          (stateOf(row) === 'running' || stateOf(row) === 'coming') &&
          (row.principal === ownUserId || row.delegate === ownUserId) ? (
            <Button type="link" size="small" onClick={() => void end(row)}>
              结束委托
            </Button>
          ) : null,
      },
    ];
  }, [ownUserId, queryClient, today]);
}

/**
 * 审批委托: form for the person's own delegation, and the list of all delegations of the organization, which are
 * public.
 */
export function DelegationDrawer({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const mayGive = useCan(givePermissions);
  const ownUserId = useSession((session) => session.user?.id);
  const [page, setPage] = useState(1);
  const { data, error, isFetching } = useQuery({
    queryKey: ['list', delegation.path, 'page', page],
    queryFn: ({ signal }) => fetchDelegations(page - 1, size, signal),
    enabled: open,
    retry: false,
  });
  const today = useMyDelegations()?.today;
  const columns = useDelegationColumns(ownUserId, today);
  return (
    <PageDrawer open={open} size="min(960px, 100vw)" title="审批委托" onClose={onClose}>
      <div className={styles.body}>
        <Alert
          type="info"
          showIcon
          title="受托人本人须有同类审批权限，代办时签名注明“代×××”；双方中任一方办理过同一事项其他步骤的，不能再代办。到期自动失效，委托期间您仍可自行办理。"
        />
        {mayGive && today && (
          <DelegationForm
            today={today}
            onAdded={() => void queryClient.invalidateQueries({ queryKey: ['list', delegation.path] })}
          />
        )}
        {error ? (
          <Alert type="error" showIcon title={failureOf(error).pageText} />
        ) : (
          <Table<AnyRow>
            size="small"
            rowKey="id"
            columns={columns}
            dataSource={today === undefined ? [] : (data?.content ?? [])}
            loading={today === undefined || (isFetching && !data)}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: '本机构还没有审批委托' }}
            pagination={{
              current: page,
              pageSize: size,
              total: data?.totalElements ?? 0,
              hideOnSinglePage: true,
              showSizeChanger: false,
              onChange: setPage,
            }}
          />
        )}
      </div>
    </PageDrawer>
  );
}
