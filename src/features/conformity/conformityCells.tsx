import { Link } from 'react-router-dom';
import { missing } from '@/fields';
import type { CellProps } from '@/listEditor';
import { conformityTexts } from '@contract/features/conformity/conformityTexts';
import type { ClauseLine } from '@contract/features/conformity/conformityWire';

type Cell = CellProps & { row: CellProps['row'] & ClauseLine };

/** Where a demand is met, as a link. */
export const PageCell = ({ row }: CellProps) => {
  const { page, pageTitle } = row as Cell['row'];
  return page === null ? missing : <Link to={page}>{pageTitle}</Link>;
};

/** What the organization's rows lack, with their number. */
export const GapCell = ({ row }: CellProps) => {
  const { gap, gaps } = row as Cell['row'];
  return gaps ? `${gap ?? ''} ${gaps}` : missing;
};

/** What the list says. */
export const Source = () => <p>{conformityTexts.source}</p>;
