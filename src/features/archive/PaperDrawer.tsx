import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { failureOf } from '@/api/callFailures';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { PageDrawer } from '@/session/overlays';
import { documentName } from '@contract/features/archive/archiveChecklist';
import type { CheckedDocument } from '@contract/features/archive/archiveWire';
import { layOut } from '@contract/print/pageLayout';
import { archiveKey, fetchArchivePaper } from './archiveCalls';

interface PaperDrawerProps {
  readonly project: number;
  readonly document: CheckedDocument | null;
  readonly onClose: () => void;
}

/** Shows a document of the archive as it is printed. */
export function PaperDrawer({ project, document, onClose }: PaperDrawerProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [...archiveKey(project), 'paper', document?.key],
    queryFn: ({ signal }) => fetchArchivePaper(project, document?.key ?? '', signal),
    enabled: document !== null,
    retry: false,
  });
  const layout = useMemo(() => (data ? layOut(data) : null), [data]);
  return (
    <PageDrawer
      open={document !== null}
      size={920}
      title={document ? documentName(document).slice(1, -1) : ''}
      onClose={onClose}
      destroyOnHidden
    >
      {error ? (
        <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />
      ) : layout ? (
        <FittedPaper laidOutPaper={layout} />
      ) : (
        <Skeleton active />
      )}
    </PageDrawer>
  );
}
