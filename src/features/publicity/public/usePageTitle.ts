import { useEffect } from 'react';
import { pageTitle } from '@/lib/browser/pageTitle';

/** Sets the window's title once the content is known. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = pageTitle(title);
  }, [title]);
}
