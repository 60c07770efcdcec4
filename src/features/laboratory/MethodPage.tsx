import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { Notice, RetryNotice, NoticeLink } from '@/lib/notice/Notice';
import { findMethodRoute } from '@contract/features/laboratory/methods/methodCatalogue';
import { labWorkTexts } from '@contract/features/laboratory/sheetTexts';
import { methodPages } from './methodPages';
import { SheetFrame } from './sheets/SheetFrame';
import { useRecordPage } from './useRecordPage';

/** Page of every laboratory method: the record named by the address in its frame, and the page of the route's kind. */
export function MethodPage({ path }: { readonly path: string }) {
  const [search] = useSearchParams();
  const requestedId = Number(search.get('phyId'));
  const id = Number.isInteger(requestedId) && requestedId > 0 ? requestedId : null;
  const route = findMethodRoute(path);
  const { work, error, reload } = useRecordPage(id);
  if (!route || id === null)
    return (
      <Notice title={labWorkTexts.noneChosen} text={labWorkTexts.chooseOne}>
        <NoticeLink first to="/lab/laboratory">
          实验室
        </NoticeLink>
      </Notice>
    );
  if (error)
    return <RetryNotice title={labWorkTexts.failed} text={failureOf(error).pageText} onRetry={() => void reload()} />;
  if (!work) return <Skeleton active />;
  if (work.sheet.methodKind !== route.method || work.sheet.variant !== route.variant)
    return (
      <Notice title={labWorkTexts.otherMethod} text={labWorkTexts.otherMethodText(String(work.sheet.sheetNo))}>
        <NoticeLink first to="/lab/laboratory">
          实验室
        </NoticeLink>
      </Notice>
    );
  const Page = methodPages[route.kind];
  return (
    <SheetFrame work={work} route={route} reload={reload}>
      <Suspense fallback={<Skeleton active />}>
        <Page key={`${work.sheet.id}/${route.path}`} work={work} route={route} reload={reload} />
      </Suspense>
    </SheetFrame>
  );
}
