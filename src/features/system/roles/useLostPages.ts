import { useQuery } from '@tanstack/react-query';
import { client } from '@/api/client';
import { role } from '@contract/features/system/entities/role';
import type { RoleLostPages } from '@contract/features/system/rightsWire';

/** Loads the built-in roles that have lost pages. */
export const useLostPages = (enabled: boolean) =>
  useQuery({
    queryKey: ['lostPages'],
    queryFn: async ({ signal }) => (await client.get<RoleLostPages[]>(`${role.path}/lostPages`, { signal })).data,
    enabled: enabled,
    retry: false,
  });
