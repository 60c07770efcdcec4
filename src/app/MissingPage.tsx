import { useEffect } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';
import { pageTitle } from '@/lib/browser/pageTitle';
import ForbiddenPage from '@/pages/401/page';
import NotFoundPage from '@/pages/404/page';
import { useLostPages } from '@/session/lostPages';
import { findMethodRoute } from '@contract/features/laboratory/methods/methodCatalogue';
import { pageTexts, rightsTexts } from '@contract/features/signIn/signInTexts';
import { findRoute, forbiddenPath, notFoundPath } from '@contract/routes';

/**
 * Shows 401 and 404 inside the console, so that other tabs keep their work. Any other unknown address redirects to one
 * of them (SPEC §2).
 */
export function MissingPage() {
  const { pathname, state } = useLocation() as Location<{ readonly lost?: string } | null>;
  const navigate = useNavigate();
  const forbidden = pathname === forbiddenPath;
  const isKnown = forbidden || pathname === notFoundPath;
  useEffect(() => {
    // A page of the product that is not in the person's menus leads to 401.
    if (!isKnown)
      void navigate((findRoute(pathname) ?? findMethodRoute(pathname)) ? forbiddenPath : notFoundPath, {
        replace: true,
        state: { lost: useLostPages.getState().titles.get(pathname) },
      });
  }, [isKnown, pathname, navigate]);
  useEffect(() => {
    if (isKnown) document.title = pageTitle(forbidden ? pageTexts.forbidden : pageTexts.notFound);
  }, [isKnown, forbidden]);
  if (!isKnown) return null;
  return forbidden ? <ForbiddenPage reason={state?.lost && rightsTexts.lost([state.lost])} /> : <NotFoundPage />;
}
