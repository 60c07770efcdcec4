import { Link } from 'react-router-dom';
import { stageDuration } from '@/features/projects/stageDuration';
import { todayText } from '@/lib/dateTexts';
import { calendarDays } from '@contract/arithmetic/numbers/dayCounts';
import type { HeldProject } from '@contract/features/home/dashboardWire';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { HeldProjectRows } from './HeldProjectRows';
import { HomeCard } from './HomeCard';
import styles from './dashboard.module.css';

const dueText = (dueOn: string, isLate: boolean): string => {
  const days = Math.abs(calendarDays(todayText(), dueOn));
  return isLate ? `逾期${days}天` : days === 0 ? '今天' : `还有${days}天`;
};

export const openStages = Object.entries(projectMachine.states).flatMap(([stage, { final, locked }]) =>
  final || locked ? [] : [stage],
);

interface DueProps {
  readonly title: string;
  /** The first projects of the list. */
  readonly projects: readonly HeldProject[];
  readonly totalCount: number;
  /** Range of dates in the form of the project list's filter: from~to. */
  readonly days: string;
  readonly empty: string;
  readonly isLate?: boolean;
}

/** Lists projects by due date, with a link to all of them. */
export function DueProjects({ title, projects, totalCount, days: dateRange, empty, isLate = false }: DueProps) {
  return (
    <HomeCard title={title} count={totalCount} empty={projects.length ? null : empty}>
      <HeldProjectRows
        projects={projects}
        isLate={isLate}
        daysText={({ days, dueOn }) => `${dueText(String(dueOn), isLate)}，${stageDuration(days)}`}
      />
      {totalCount > projects.length && (
        <p className={styles.quiet}>
          还有{totalCount - projects.length}个，
          <Link
            to={`/project/index?${new URLSearchParams([...openStages.map((stage) => ['stage', stage]), ['dueOn', dateRange]]).toString()}`}
          >
            查看全部{totalCount}个
          </Link>
        </p>
      )}
    </HomeCard>
  );
}
