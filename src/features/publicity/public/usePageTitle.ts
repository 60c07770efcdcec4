import { useEffect } from 'react';
import { pageTitle } from '@/lib/browser/pageTitle';

/** Names the window after what is shown, once that is known. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = pageTitle(title);
  }, [title]);
}
