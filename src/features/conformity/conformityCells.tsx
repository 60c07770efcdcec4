import { Link } from 'react-router-dom';
import { emptyCellText } from '@/fields';
import type { CellProps } from '@/listEditor';
import { conformityTexts } from '@contract/features/conformity/conformityTexts';
import type { ClauseLine } from '@contract/features/conformity/conformityWire';

type ClauseCellProps = CellProps & { row: CellProps['row'] & ClauseLine };

/** Links to the page where a requirement is met, showing the rows that count. */
export const PageCell = ({ row }: CellProps) => {
  const { page, pageQuery, pageTitle } = row as ClauseCellProps['row'];
  return page === null ? emptyCellText : <Link to={pageQuery ? `${page}?${pageQuery}` : page}>{pageTitle}</Link>;
};

/** Names the data that the organization's rows lack, with the number of rows. */
export const GapCell = ({ row }: CellProps) => {
  const { gap, gaps } = row as ClauseCellProps['row'];
  return gaps ? `${gap ?? ''} ${gaps}` : emptyCellText;
};

/** Text about the source of the list. */
export const ConformitySource = () => <p>{conformityTexts.source}</p>;
