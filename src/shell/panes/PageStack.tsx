import type { ReactNode } from 'react';
import type { PageRoute } from '@/session/routeTable';
import { useSession } from '@/session/sessionStore';
import { useTabs } from '@/session/tabs/tabStore';
import { PagePane } from './PagePane';

interface PageStackProps {
  readonly renderPage: (page: PageRoute) => ReactNode;
  /** True if no page is shown. */
  readonly hidden: boolean;
  /** Called when the shown page leaves its top or returns to it. */
  readonly onScrolled: (scrolled: boolean) => void;
}

/** Cached pages (DESIGN §4.3): all stay mounted, one is shown. */
export function PageStack({ renderPage, hidden, onScrolled }: PageStackProps) {
  const tabs = useTabs((state) => state.tabs);
  const active = useTabs((state) => state.active);
  const pages = useSession((session) => session.routeTable?.pages);
  return tabs
    .filter((tab) => tab.live)
    .map((tab) => {
      const page = pages?.get(tab.path);
      return (
        page && (
          <PagePane
            key={`${tab.key} ${tab.version}`}
            tab={tab}
            page={page}
            active={!hidden && tab.key === active}
            renderPage={renderPage}
            onScrolled={onScrolled}
          />
        )
      );
    });
}
