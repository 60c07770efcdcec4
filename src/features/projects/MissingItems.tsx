import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { serverSupports } from '@/api/client';
import { type ProjectGap, projectGapTexts, showsProjectGaps } from '@contract/features/archive/projectGaps';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { useMayOpen } from './nextPages/useNextPages';
import { fetchProjectGaps } from './projectCalls';
import styles from './projects.module.css';

function useMissingItems(project: MissingItemsProps['project']): readonly ProjectGap[] {
  const { data = [] } = useQuery({
    queryKey: ['list', projectEntity.path, 'one', project.id, 'lacks'],
    queryFn: ({ signal }) => fetchProjectGaps(project.id, signal),
    enabled: serverSupports('fieldwork') && showsProjectGaps(project),
    retry: false,
    // Samples, weather and instruments are saved on other pages than the page of the project.
    refetchOnMount: 'always',
  });
  return data;
}

interface MissingItemsProps {
  readonly project: { readonly id: number; readonly stage: unknown };
  /** Number of lines shown before the person opens the rest. */
  readonly previewCount?: number;
}

/**
 * 还缺什么: missing data that later steps of the project will require. Each links to the page where it is entered.
 */
export function MissingItems({ project, previewCount = 3 }: MissingItemsProps) {
  const missingItems = useMissingItems(project);
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
