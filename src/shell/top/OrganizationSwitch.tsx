import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { useEffect, useRef } from 'react';
import { fetchOrganizations } from '@/api/organizations';
import { feedback } from '@/lib/feedback';
import { organizationIdOf, useSession } from '@/session/sessionStore';
import { showOrganization } from '@/session/shownOrganization';
import { anyDirty, useTabs } from '@/session/tabs/tabStore';
import { failures } from '@contract/messages';
import { organizationsKey } from './organizationsKey';
import styles from '../shell.module.css';

const allOrganizations = 0;

/** Lets an administrator choose one organization or all. No data of the former organization may stay visible. */
export function OrganizationSwitch() {
  // Until the administrator chooses another organization, their own is shown.
  const shownId = useSession(organizationIdOf) ?? allOrganizations;
  const ownOrganization = useSession((session) => session.user?.organization);
  const queryClient = useQueryClient();
  const { data, isError, isPending, refetch } = useQuery({
    queryKey: organizationsKey,
    queryFn: ({ signal }) => fetchOrganizations(signal),
    staleTime: Infinity,
    gcTime: Infinity,
  });

  const onChange = async (value: number) => {
    if (value === shownId) return;
    if (anyDirty() && !(await feedback.confirm(failures.leaveUnsaved, { okText: '离开', danger: true }))) return;
    showOrganization(value);
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey !== organizationsKey });
    useTabs.getState().forgetPages();
  };

  // The first organization of an empty installation is shown as soon as there is one.
  const wasEmpty = useRef(false);
  useEffect(() => {
    if (wasEmpty.current && data?.length === 1) showOrganization(data[0]?.organizationId ?? allOrganizations);
    wasEmpty.current = data?.length === 0;
  }, [data]);

  // Until the names have loaded, an unknown id is hidden; Select would print it.
  const organizations = data ?? (ownOrganization ? [ownOrganization] : []);
  const isKnown =
    shownId === allOrganizations || organizations.some(({ organizationId }) => organizationId === shownId);

  return (
    <Select
      className={styles.organization}
      variant="filled"
      aria-label="当前机构"
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      loading={isPending}
      value={isKnown ? shownId : undefined}
      placeholder="机构"
      options={[
        { value: allOrganizations, label: '全部机构' },
        ...organizations.map(({ organizationId, name }) => ({ value: organizationId, label: name })),
      ]}
      notFoundContent={isError ? '机构加载失败' : '没有符合的机构'}
      onOpenChange={(open) => {
        if (open && isError) void refetch();
      }}
      onChange={(value) => void onChange(value)}
    />
  );
}
