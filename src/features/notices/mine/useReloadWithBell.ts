import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ListPage } from '@/listEditor';
import { useNotices } from '@/session/notices/noticeStore';

/**
 * Reloads the list whenever the bell is refreshed: after a push, after a notice was read, or at its interval (SPEC
 * §4).
 */
export function useReloadWithBell({ url }: ListPage): void {
  const queryClient = useQueryClient();
  const round = useNotices((state) => state.round);
  const seenRound = useRef(round);
  useEffect(() => {
    if (seenRound.current === round) return;
    seenRound.current = round;
    void queryClient.invalidateQueries({ queryKey: ['list', url] });
  }, [queryClient, round, url]);
}
