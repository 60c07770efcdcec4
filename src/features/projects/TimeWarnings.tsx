import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { serverSupports } from '@/api/client';
import { DictCell } from '@/fields';
import { timeTexts } from '@contract/features/conformity/timeRules/timeTexts';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { useMayOpen } from './nextPages/useNextPages';
import { fetchTimeFindings } from './projectCalls';
import styles from './projects.module.css';

const listPath = '/projectTime';
interface TimeWarningsProps {
  /** Id of the project. */
  readonly project: number;
  /** Number of lines shown before the person opens the rest. */
  readonly few?: number;
}

/**
 * 时间核查 of a project: data that contradict a rule of time, on the project's pages while they can still be corrected.
 * They stop a step only in organizations that have chosen this.
 */
export function TimeWarnings({ project, few = 3 }: TimeWarningsProps) {
  const mayOpen = useMayOpen()(listPath);
  const [showsAll, setShowsAll] = useState(false);
  const { data: findings = [] } = useQuery({
    queryKey: ['list', projectEntity.path, 'one', project, 'times'],
    queryFn: ({ signal }) => fetchTimeFindings(project, signal),
    enabled: serverSupports('fieldwork') && mayOpen,
    retry: false,
    refetchOnMount: 'always',
  });
  if (!findings.length) return null;
  const heading = timeTexts.heading(findings.length);
  return (
    <section className={styles.lacking} aria-label={heading}>
      <strong>
        <Link to={listPath}>{heading}</Link>
      </strong>
      <ul>
        {(showsAll ? findings : findings.slice(0, few)).map(({ rule, level, message }) => (
          <li key={`${rule} ${message}`}>
            {rule} {message} <DictCell dict="timeLevel" value={level} />
          </li>
        ))}
      </ul>
      {findings.length > few && (
        <Button type="link" size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? timeTexts.fewer : timeTexts.more(findings.length)}
        </Button>
      )}
    </section>
  );
}
