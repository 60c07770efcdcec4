import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { afterPage } from './latePart';

/** Whether the page has what it asked for, and had its time: on a slow machine its rows come later than any clock says. */
export function useAfterPage(): boolean {
  const fetching = useIsFetching();
  const [past, setPast] = useState(false);
  useEffect(() => (past || fetching > 0 ? undefined : afterPage(() => setPast(true))), [fetching, past]);
  return past;
}
