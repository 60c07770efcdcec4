import { Suspense } from 'react';
import ForbiddenPage from '@/pages/401/page';
import NotFoundPage from '@/pages/404/page';
import LoginPage from '@/pages/login/page';
import { findRoute, forbiddenPath, loginPath } from '@contract/routes';
import { ChunkBoundary } from './ChunkBoundary';
import { LightFeedback } from './LightFeedback';
import { LightFoot } from './LightFoot';
import { LightFrame } from './LightFrame';
import { lightPages } from './lightPages';
import { LoadFailureNotice } from './LoadFailure';

interface LightShellProps {
  readonly path: string;
  /** Called after a login; opens the console in this tab without a reload. */
  readonly onSignedIn: () => Promise<void>;
}

/** Shell for pages without a login (DESIGN §1). Each address is a separate page load, so no router is needed. */
export function LightShell({ path, onSignedIn }: LightShellProps) {
  const title = findRoute(path)?.title ?? '页面不存在';
  const PageContent = lightPages[path];
  if (path === loginPath)
    return (
      <>
        <LightFeedback />
        <LoginPage title={title} onSignedIn={onSignedIn} />
      </>
    );
  return (
    <>
      <LightFeedback />
      <LightFrame title={title} path={path} footer={PageContent && <LightFoot />}>
        {PageContent ? (
          <ChunkBoundary fallback={<LoadFailureNotice />}>
            <Suspense fallback={null}>
              <PageContent />
            </Suspense>
          </ChunkBoundary>
        ) : path === forbiddenPath ? (
          <ForbiddenPage />
        ) : (
          <NotFoundPage />
        )}
      </LightFrame>
    </>
  );
}
