import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/failures';
import { Notice, RetryNotice, WayLink } from '@/lib/notice/Notice';
import { findMethodRoute } from '@contract/features/laboratory/methods/catalogue';
import { labWorkTexts } from '@contract/features/laboratory/sheetTexts';
import { kindPages } from './kindPages';
import { SheetFrame } from './sheets/SheetFrame';
import { useLabWork } from './useLabWork';

/** Page of every laboratory method: the record named by the address in its frame, and the page of the route's kind. */
export function MethodPage({ path }: { readonly path: string }) {
  const [search] = useSearchParams();
  const asked = Number(search.get('phyId'));
  const id = Number.isInteger(asked) && asked > 0 ? asked : null;
  const route = findMethodRoute(path);
  const { work, error, reload } = useLabWork(id);
  if (!route || id === null)
    return (
      <Notice title={labWorkTexts.noneChosen} text={labWorkTexts.chooseOne}>
        <WayLink first to="/lab/laboratory">
          实验室
        </WayLink>
      </Notice>
    );
  if (error)
    return <RetryNotice title={labWorkTexts.failed} text={failureOf(error).message} onRetry={() => void reload()} />;
  if (!work) return <Skeleton active />;
  if (work.sheet.methodKind !== route.method || work.sheet.variant !== route.variant)
    return (
      <Notice title={labWorkTexts.otherMethod} text={labWorkTexts.otherMethodText(String(work.sheet.sheetNo))}>
        <WayLink first to="/lab/laboratory">
          实验室
        </WayLink>
      </Notice>
    );
  const Page = kindPages[route.kind];
  return (
    <SheetFrame work={work} route={route} reload={reload}>
      <Suspense fallback={<Skeleton active />}>
        <Page key={`${work.sheet.id}/${route.path}`} work={work} route={route} reload={reload} />
      </Suspense>
    </SheetFrame>
  );
}
