import { Checkbox } from 'antd';
import { useMemo } from 'react';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { useFileUrls } from '@/session/fileUrl';
import { type CopyPreview, publicationTexts } from '@contract/features/publicity/noticePublication';
import { layOut } from '@contract/print/pageLayout';
import styles from './publish.module.css';

/** Checks whether the reviewed copy equals the current one. */
export const sameLines = (reviewedCopy: CopyPreview | null, currentCopy: CopyPreview): boolean =>
  reviewedCopy !== null && JSON.stringify(reviewedCopy.document) === JSON.stringify(currentCopy.document);

interface CopyLinesProps {
  readonly copy: CopyPreview;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChecked: (checked: boolean) => void;
}

/**
 * Shows the public copy: first each line that differs from the signed report, then every page. The person confirms
 * having read it.
 */
export function CopyLines({ copy: { document, hidden }, checked, disabled, onChecked }: CopyLinesProps) {
  const laidOutPaper = useMemo(() => layOut(document), [document]);
  const files = useMemo(
    () =>
      document.blocks.flatMap((block) => (block.kind === 'pictures' ? block.pictures.map(({ source }) => source) : [])),
    [document],
  );
  const pictures = useFileUrls(files.filter((source) => !source.includes(':')));
  return (
    <section aria-label="公示的报告副本" className={styles.copyLines}>
      <h3>{hidden.length > 0 ? publicationTexts.hiddenTitle(hidden.length) : publicationTexts.hiddenNone}</h3>
      {hidden.length > 0 && (
        <ul className={styles.hidden}>
          {hidden.map(({ where, before, after }) => (
            <li key={`${where} ${before}`}>
              <span>{where}</span>
              <s>{before}</s>
              <ins>{after || publicationTexts.leftOut}</ins>
            </li>
          ))}
        </ul>
      )}
      <FittedPaper laidOutPaper={laidOutPaper} pictures={pictures} />
      <Checkbox checked={checked} disabled={disabled} onChange={(event) => onChecked(event.target.checked)}>
        {publicationTexts.checked}
      </Checkbox>
    </section>
  );
}
