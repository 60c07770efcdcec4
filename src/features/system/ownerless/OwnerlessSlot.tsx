import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import { deferredPart } from '@/lib/deferredPart';
import { useSession } from '@/session/sessionStore';
import { type OwnerlessKind, ownerlessTexts } from '@contract/features/system/ownerlessRows';

const OwnerlessDialog = deferredPart(async () => (await import('./OwnerlessDialog')).OwnerlessDialog);

/** Notifies a platform administrator of rows without an organization, with a button that opens the assignment. */
export function OwnerlessSlot() {
  const isAdmin = useSession(({ user }) => user?.isAdmin === true);
  const [open, setOpen] = useState(false);
  const { data = [], refetch } = useQuery({
    queryKey: ['ownerless'],
    queryFn: async ({ signal }) => (await client.get<OwnerlessKind[]>('api/organization/ownerless', { signal })).data,
    enabled: isAdmin,
    retry: false,
  });
  const total = data.reduce((sum, { count }) => sum + count, 0);
  if (!total) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={ownerlessTexts.title(total)}
        action={
          <Button size="small" onClick={() => setOpen(true)}>
            {ownerlessTexts.action}
          </Button>
        }
        style={{ marginBottom: 8 }}
      />
      <OwnerlessDialog
        wanted={open}
        open={open}
        kinds={data}
        onClose={() => setOpen(false)}
        onAssigned={() => void refetch()}
      />
    </>
  );
}
