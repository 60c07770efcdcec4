import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { client, serverHas } from '@/api/client';
import { withLate } from '@/lib/latePart';
import { type Found, isSearchable, searchKinds } from '@contract/features/home/search';
import type { Entry } from './paletteEntries';

/** Time in ms without a key before the server is queried. */
const pause = 180;

interface FoundRecords {
  readonly entries: readonly Entry[];
  /** True while waiting for an answer. */
  readonly busy: boolean;
  readonly failed: boolean;
}

const none: FoundRecords = { entries: [], busy: false, failed: false };

/** Returns database rows that match the typed text. An answer that arrives after the next key is discarded. */
export function useFound(typed: string): FoundRecords {
  const navigate = useNavigate();
  const wanted = typed.trim();
  const [state, setState] = useState<{ readonly wanted: string; readonly found: readonly Found[] | null }>({
    wanted: '',
    found: [],
  });
  useEffect(() => {
    if (!isSearchable(wanted) || !serverHas('search')) return undefined;
    const cancel = new AbortController();
    const timer = setTimeout(() => {
      client.get<Found[]>('api/search', { params: { keyword: wanted }, signal: cancel.signal, quiet: true }).then(
        ({ data }) => setState({ wanted, found: data }),
        () => cancel.signal.aborted || setState({ wanted, found: null }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [wanted]);
  if (!isSearchable(wanted) || !serverHas('search')) return none;
  if (state.wanted !== wanted) return { ...none, busy: true };
  if (state.found === null) return { ...none, failed: true };
  const entries = state.found.flatMap((found) => {
    const kind = searchKinds.find(({ entity }) => entity === found.entity);
    if (!kind) return [];
    const run = () =>
      withLate(
        () => import('./openFound'),
        ({ openFound }) => openFound(kind, found, navigate),
      );
    return [
      {
        key: `record ${found.entity} ${found.id}`,
        group: 'record' as const,
        title: found.title,
        hint: [found.beside, kind.label].filter(Boolean).join(' · '),
        run,
      },
    ];
  });
  return { entries, busy: false, failed: false };
}
