import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { download, downloadName } from '@/api/download';
import { succeeded } from '@/api/succeeded';
import { OwnLayoutButton } from '@/features/library/layouts/OwnLayoutButton';
import { usePrintKey } from '@/features/projects/papers/usePrintKey';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { PaperPages } from '@/lib/print/PaperPages';
import { usePrinted } from '@/lib/print/usePrinted';
import { useFileUrls } from '@/session/fileUrl';
import type { AnyRow } from '@contract/entity';
import { shownFiles } from '@contract/features/reports/accreditationMark';
import { report as reportEntity } from '@contract/features/reports/entities/report';
import type { ReportContent, ReportView } from '@contract/features/reports/reportContent';
import { reportDocument } from '@contract/features/reports/reportDocument';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { layOut } from '@contract/print/pageLayout';
import styles from './reports.module.css';

interface ReportPaperProps {
  readonly row: AnyRow;
  readonly view: ReportView;
  /** Content with the unsaved texts. */
  readonly content: ReportContent;
}

interface PaperButtonsProps {
  readonly print: () => void;
  readonly busy: 'pdf' | 'docx' | null;
  readonly save: (kind: 'pdf' | 'docx') => Promise<void>;
  /** Id of the report. */
  readonly id: number;
  readonly content: ReportContent;
}

/** Prints the report and saves it as PDF or Word. */
function PaperButtons({ print, busy, save, id, content }: PaperButtonsProps) {
  return (
    <span className={styles.acts}>
      <Button onClick={print}>打印</Button>
      <Button loading={busy === 'pdf'} onClick={() => void save('pdf')}>
        下载PDF
      </Button>
      <Button loading={busy === 'docx'} title={reportTexts.editableCopy} onClick={() => void save('docx')}>
        下载Word
      </Button>
      <OwnLayoutButton
        kind="report"
        methodKind={null}
        url={`${reportEntity.path}/layout/${id}`}
        title={`${content.reportNo}-${content.title}`}
      />
    </span>
  );
}

/** The report as printed, beside its editor; page for page equal to the PDF. */
export function ReportPaper({ row, view, content }: ReportPaperProps) {
  const [busy, setBusy] = useState<'pdf' | 'docx' | null>(null);
  const { signers, issuedOn, verifyPath } = view;
  const document = useMemo(
    () =>
      reportDocument(content, {
        signers: signers.map(({ signature, ratio, name, ...signer }) => ({
          ...signer,
          name,
          ...(signature && ratio ? { picture: { source: signature, ratio, caption: name } } : {}),
        })),
        issuedOn,
        verifyHref: verifyPath ? `${window.location.origin}${verifyPath}` : null,
        seal: view.seal ? { source: view.seal.file, ratio: view.seal.ratio, caption: reportTexts.seal } : null,
      }),
    [content, signers, issuedOn, verifyPath, view.seal],
  );
  const laidOutPaper = useMemo(() => layOut(document), [document]);
  const files = useMemo(
    () => [
      ...shownFiles(content),
      ...signers.flatMap(({ signature }) => signature ?? []),
      ...(view.seal ? [view.seal.file] : []),
    ],
    [content, signers, view.seal],
  );
  const pictures = useFileUrls(files);
  const draw = useCallback(
    () => <PaperPages laidOutPaper={laidOutPaper} pictures={pictures} />,
    [laidOutPaper, pictures],
  );
  const { sheet: printed, print } = usePrinted(draw);
  usePrintKey(print);
  const save = async (kind: 'pdf' | 'docx') => {
    setBusy(kind);
    await succeeded(
      download(
        `${reportEntity.path}/${kind}/${row.id}`,
        {},
        downloadName(`${content.reportNo}-${content.title}${kind === 'docx' ? reportTexts.copyName : ''}`, kind),
      ),
    );
    setBusy(null);
  };
  return (
    <div className={styles.paper}>
      <div className={styles.bar}>
        <span className={styles.count}>
          A4{laidOutPaper.landscape ? '横向' : '纵向'}，共{laidOutPaper.pages.length}页
        </span>
        <PaperButtons print={print} busy={busy} save={save} id={row.id} content={content} />
      </div>
      <FittedPaper laidOutPaper={laidOutPaper} pictures={pictures} />
      {printed}
    </div>
  );
}
