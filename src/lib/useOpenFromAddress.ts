import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Opens a drawer that the address requests (`?open=…`). Removes the parameter at once, so that a closed drawer stays
 * closed.
 */
export function useOpenFromAddress(target: string, open: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.get('open') === target;
  const run = useRef(open);
  run.current = open;
  useEffect(() => {
    if (!isRequested) return;
    run.current();
    setSearch(
      (previousParams) => {
        const remainingParams = new URLSearchParams(previousParams);
        remainingParams.delete('open');
        return remainingParams;
      },
      { replace: true },
    );
  }, [isRequested, setSearch]);
}
