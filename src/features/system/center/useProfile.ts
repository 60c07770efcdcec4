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

const key = ['center', 'profile'];

export const useProfile = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await client.get<Profile>('api/user/center', { signal })).data,
    retry: false,
  });

/** Returns a function to call after a change: reloads this page, and name and picture in the frame. */
export function useProfileChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: key });
    takeUser(await fetchInfo());
  };
}
