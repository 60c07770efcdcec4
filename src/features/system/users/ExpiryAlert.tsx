import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { client } from '@/api/client';
import { useMay } from '@/session/useCan';
import type { ExpiringAccounts } from '@contract/features/system/accounts/accountExpiry';
import { expiryTexts } from '@contract/features/system/accounts/accountExpiryTexts';
import { user } from '@contract/features/system/entities/user';
import { permissionOf } from '@contract/permissions';
import { useExpiryExtension } from './rightsStore';

/** Shows whose accounts expire within 30 days, have expired or have no date, with a button that extends them. */
export function ExpiryAlert() {
  const hasPermission = useMay();
  const { data } = useQuery({
    queryKey: ['expiring'],
    queryFn: async ({ signal }) => (await client.get<ExpiringAccounts>(`${user.path}/expiring`, { signal })).data,
    enabled: hasPermission([permissionOf(user, 'edit')]),
    retry: false,
  });
  if (!data?.people.length) return null;
  const peopleByExpiry = { none: 0, past: 0, soon: 0 };
  for (const { term } of data.people) peopleByExpiry[term] += 1;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${expiryTexts.title}：${expiryTexts.summary(peopleByExpiry)}`}
      description={peopleByExpiry.none + peopleByExpiry.past ? expiryTexts.blocked : undefined}
      action={
        <Button size="small" onClick={() => useExpiryExtension.setState(data)}>
          {expiryTexts.extend}
        </Button>
      }
      style={{ marginBottom: 8 }}
    />
  );
}
