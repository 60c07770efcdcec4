import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchInfo } from '@/api/auth';
import { client } from '@/api/client';
import { takeUser } from '@/session/sessionStore';
import type { User } from '@contract/wire';

/** Answer of `GET api/user/center`. */
export interface Profile extends User {
  version: number;
  createTime: string;
  passwordTime: string;
}

const profileKey = ['center', 'profile'];

export const useProfile = () =>
  useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => (await client.get<Profile>('api/user/center', { signal })).data,
    retry: false,
  });

/** Returns a function that reloads the profile, and the name and picture in the frame. It is called after a change. */
export function useReloadProfile(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: profileKey });
    takeUser(await fetchInfo());
  };
}
