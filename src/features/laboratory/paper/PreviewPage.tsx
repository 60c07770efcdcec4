import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Segmented, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { download, downloadName } from '@/api/download';
import { succeeded } from '@/api/succeeded';
import { usePrintKey } from '@/features/projects/papers/usePrintKey';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { PaperPages } from '@/lib/print/PaperPages';
import { usePrinted } from '@/lib/print/usePrinted';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import type { MethodRoute } from '@contract/features/laboratory/methods/methodDefinition';
import { type PreviewPaper, previewPaper } from '@contract/features/laboratory/paper/previewPaper';
import { labPreviewTexts } from '@contract/features/laboratory/paper/previewTexts';
import { layoutOfSheet, type LabWork } from '@contract/features/laboratory/sheets/labWork';
import { layOut } from '@contract/print/pageLayout';
import { fetchRecordParts } from '../laboratoryCalls';
import type { MethodPageProps } from '../methodPages';
import { workKey } from '../useRecordPage';
import styles from './preview.module.css';

type PreviewKind = 'filled' | 'blank';
const choices = [
  { value: 'filled', label: labPreviewTexts.filled },
  { value: 'blank', label: labPreviewTexts.blank },
] satisfies { value: PreviewKind; label: string }[];

/** Returns the preview of this record, for a page opened with another layout. */
function ownPreview(route: MethodRoute, labWork: LabWork): { path: string; name: string } | null {
  const layout = layoutOfSheet(labWork.sheet).key;
  const ownRoute = methodRoutes.find(
    ({ kind, method, variant, part }) =>
      kind === 'preview' && method === route.method && variant === route.variant && part === layout,
  );
  const query = new URLSearchParams({ belongProject: String(labWork.project.id), phyId: String(labWork.sheet.id) });
  return ownRoute
    ? { path: `${ownRoute.path}?${query.toString()}`, name: labPreviewTexts.wayOf(ownRoute.title) }
    : null;
}

interface PreviewProps extends Pick<MethodPageProps, 'work' | 'route'> {
  readonly paper: PreviewPaper;
  readonly choice: PreviewKind;
  readonly onChoose: (nextPreviewKind: PreviewKind) => void;
}

function ShownPaper({ paper, work, route, choice, onChoose }: PreviewProps) {
  const { document, blank, foreign } = paper;
  const laidOutPaper = useMemo(() => layOut(document), [document]);
  const draw = useCallback(() => <PaperPages laidOutPaper={laidOutPaper} />, [laidOutPaper]);
  const { sheet: printed, print } = usePrinted(draw);
  usePrintKey(print);
  const [busy, setBusy] = useState(false);
  const ownLink = foreign ? ownPreview(route, work) : null;
  const save = async () => {
    setBusy(true);
    const name = labPreviewTexts.fileName(document.title, blank ? null : String(work.sheet.sheetNo));
    await succeeded(
      download(
        `${labSheet.path}/pdf/${work.sheet.id}`,
        { part: route.part, ...(blank ? { blank: 1 } : {}) },
        downloadName(name, 'pdf'),
      ),
    );
    setBusy(false);
  };
  const hasNoResults = !blank && !work.rows.some(({ reportText }) => reportText);
  return (
    <>
      {ownLink && (
        <Alert
          type="info"
          showIcon
          title={labPreviewTexts.otherLayout(ownLink.name)}
          action={
            <Link className="reach" to={ownLink.path}>
              {labPreviewTexts.openOwn}
            </Link>
          }
        />
      )}
      {hasNoResults && <Alert type="warning" showIcon title={labPreviewTexts.nothing} />}
      <div className={styles.bar}>
        {foreign ? (
          <span>{labPreviewTexts.blank}</span>
        ) : (
          <Segmented<PreviewKind> aria-label="预览内容" options={choices} value={choice} onChange={onChoose} />
        )}
        <span className={styles.count}>
          A4{laidOutPaper.landscape ? '横向' : '纵向'}，共{laidOutPaper.pages.length}页
        </span>
        <span className={styles.acts}>
          <Button onClick={print}>打印</Button>
          <Button type="primary" loading={busy} onClick={() => void save()}>
            下载PDF
          </Button>
        </span>
      </div>
      <FittedPaper laidOutPaper={laidOutPaper} />
      {printed}
    </>
  );
}

/** 结果预览: the original record as printed, filled or as a blank form. The PDF is equal line for line. */
export function PreviewPage({ work, route }: MethodPageProps) {
  const {
    data: recordParts,
    error,
    refetch,
  } = useQuery({
    queryKey: [...workKey(work.sheet.id), 'paper'],
    queryFn: ({ signal }) => fetchRecordParts(work.sheet.id, signal),
    retry: false,
  });
  const [choice, setChoice] = useState<PreviewKind>('filled');
  const paper = useMemo(
    () => (recordParts ? previewPaper({ work, parts: recordParts }, route.part, choice === 'blank') : null),
    [work, recordParts, route.part, choice],
  );
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!recordParts) return <Skeleton active />;
  if (!paper) return <Alert type="warning" showIcon title={labPreviewTexts.unknownPart} />;
  return <ShownPaper paper={paper} work={work} route={route} choice={choice} onChoose={setChoice} />;
}
