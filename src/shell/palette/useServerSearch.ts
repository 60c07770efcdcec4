import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { client, serverSupports } from '@/api/client';
import { withDeferredParts } from '@/lib/deferredPart';
import { type SearchResult, isSearchable, searchKinds } from '@contract/features/home/searchKinds';
import type { PaletteEntry } from './paletteEntries';

/** Time in ms without a key before the server is queried. */
const typingPauseMs = 180;

interface FoundRecords {
  readonly entries: readonly PaletteEntry[];
  /** True while waiting for an answer. */
  readonly busy: boolean;
  readonly failed: boolean;
}

const noRecords: FoundRecords = { entries: [], busy: false, failed: false };

/** Returns database rows that match the typed text. An answer that arrives after the next key is discarded. */
export function useServerSearch(typedText: string): FoundRecords {
  const navigate = useNavigate();
  const searchText = typedText.trim();
  const [state, setState] = useState<{ readonly searchedText: string; readonly found: readonly SearchResult[] | null }>(
    {
      searchedText: '',
      found: [],
    },
  );
  useEffect(() => {
    if (!isSearchable(searchText) || !serverSupports('search')) return undefined;
    const cancel = new AbortController();
    const timer = setTimeout(() => {
      client
        .get<SearchResult[]>('api/search', { params: { keyword: searchText }, signal: cancel.signal, quiet: true })
        .then(
          ({ data }) => setState({ searchedText: searchText, found: data }),
          () => cancel.signal.aborted || setState({ searchedText: searchText, found: null }),
        );
    }, typingPauseMs);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [searchText]);
  if (!isSearchable(searchText) || !serverSupports('search')) return noRecords;
  if (state.searchedText !== searchText) return { ...noRecords, busy: true };
  if (state.found === null) return { ...noRecords, failed: true };
  const entries = state.found.flatMap((foundRecord) => {
    const kind = searchKinds.find(({ entity }) => entity === foundRecord.entity);
    if (!kind) return [];
    const run = () =>
      withDeferredParts(
        () => import('./openFound'),
        ({ openFound }) => openFound(kind, foundRecord, navigate),
      );
    return [
      {
        key: `record ${foundRecord.entity} ${foundRecord.id}`,
        group: 'record' as const,
        title: foundRecord.title,
        hint: [foundRecord.detail, kind.label].filter(Boolean).join(' · '),
        run,
      },
    ];
  });
  return { entries, busy: false, failed: false };
}
