import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Opens a drawer that the address requests (`?open=…`). Removes the parameter at once, so that a closed drawer stays
 * closed.
 */
export function useOpenAsked(what: string, open: () => void): void {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('open') === what;
  const run = useRef(open);
  run.current = open;
  useEffect(() => {
    if (!asked) return;
    run.current();
    setSearch(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete('open');
        return rest;
      },
      { replace: true },
    );
  }, [asked, setSearch]);
}
