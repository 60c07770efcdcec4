import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { serverHas } from '@/api/client';
import { type Lack, lackTexts, tellsLacks } from '@contract/features/archive/projectLacks';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { fetchLacks } from './projectCalls';
import { useMayOpen } from './ways/useWays';
import styles from './projects.module.css';

function useLacks(project: LackingProps['project']): readonly Lack[] {
  const { data = [] } = useQuery({
    queryKey: ['list', projectEntity.path, 'one', project.id, 'lacks'],
    queryFn: ({ signal }) => fetchLacks(project.id, signal),
    enabled: serverHas('fieldwork') && tellsLacks(project),
    retry: false,
    // Samples, weather and instruments are saved on other pages than the page of the project.
    refetchOnMount: 'always',
  });
  return data;
}

interface LackingProps {
  readonly project: { readonly id: number; readonly stage: unknown };
  /** Number of lines shown before the person opens the rest. */
  readonly few?: number;
}

/**
 * 还缺什么: missing data that later steps of the project will require. Each links to the page where it is entered.
 */
export function Lacking({ project, few = 3 }: LackingProps) {
  const lacks = useLacks(project);
  const [all, setAll] = useState(false);
  const mayOpen = useMayOpen();
  if (!lacks.length) return null;
  const lines = all ? lacks : lacks.slice(0, few);
  return (
    <section className={styles.lacking} aria-label={lackTexts.heading(lacks.length)}>
      <strong>{lackTexts.heading(lacks.length)}</strong>
      {lines.length > 0 && (
        <ul>
          {lines.map(({ key, title, gate, path }) => (
            <li key={key}>
              {path && mayOpen(path.split('?')[0] ?? '') ? <Link to={path}>{title}</Link> : title}
              <span className={styles.gate}>{lackTexts.before(gate)}</span>
            </li>
          ))}
        </ul>
      )}
      {lacks.length > few && (
        <Button type="link" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? lackTexts.fewer : lackTexts.more(lacks.length)}
        </Button>
      )}
    </section>
  );
}
