import { forbiddenPath, notFoundPath } from '@contract/routes';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { pageTitle } from '@/lib/pageTitle';
import ForbiddenPage from '@/pages/401/page';
import NotFoundPage from '@/pages/404/page';
import { pageTexts } from '@contract/signInTexts';

/** Where no page stands: 401 and 404 show inside the console, so that the other tabs keep their work; any other address goes to 404 (SPEC §2). */
export function Missing() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const forbidden = pathname === forbiddenPath;
  const known = forbidden || pathname === notFoundPath;
  useEffect(() => {
    if (!known) void navigate(notFoundPath, { replace: true });
  }, [known, navigate]);
  useEffect(() => {
    document.title = pageTitle(forbidden ? pageTexts.forbidden : pageTexts.notFound);
  }, [forbidden]);
  if (!known) return null;
  return forbidden ? <ForbiddenPage /> : <NotFoundPage />;
}
