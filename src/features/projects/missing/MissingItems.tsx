import { Button } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { type ProjectGap, projectGapTexts } from '@contract/features/archive/projectGaps';
import { useMayOpen } from '../nextPages/useNextPages';
import { useMissingItems } from './useMissingItems';
import styles from '../projects.module.css';

interface MissingItemsProps {
  readonly project: { readonly id: number; readonly stage: unknown };
  /** Number of lines shown before the person opens the rest. */
  readonly previewCount?: number;
}

interface MissingListProps {
  readonly items: readonly ProjectGap[];
  /** Number of lines shown before the person opens the rest. */
  readonly previewCount?: number;
}

/** Strip of missing items. Each links to the page where it is entered. */
export function MissingList({ items: missingItems, previewCount = 3 }: MissingListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const mayOpen = useMayOpen();
  const { pathname, search } = useLocation();
  // A link to the page on which the list stands would do nothing.
  const leadsElsewhere = (path: string) => path !== pathname + search && mayOpen(path.split('?')[0] ?? '');
  if (!missingItems.length) return null;
  const lines = showsAll ? missingItems : missingItems.slice(0, previewCount);
  return (
    <section className={styles.lacking} aria-label={projectGapTexts.heading(missingItems.length)}>
      <strong>{projectGapTexts.heading(missingItems.length)}</strong>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ key, title, gate, path }) => (
            <li key={key}>
              {path && leadsElsewhere(path) ? <Link to={path}>{title}</Link> : title}
              <span className={styles.gate}>{projectGapTexts.before(gate)}</span>
            </li>
          ))}
        </ul>
      )}
      {missingItems.length > previewCount && (
        <Button type="link" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? projectGapTexts.fewer : projectGapTexts.more(missingItems.length)}
        </Button>
      )}
    </section>
  );
}

/** 还缺什么: missing data that later steps of the project will require. */
export function MissingItems({ project, previewCount = 3 }: MissingItemsProps) {
  const missingItems = useMissingItems(project) ?? [];
  return <MissingList items={missingItems} previewCount={previewCount} />;
}
