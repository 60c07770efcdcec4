import { Link } from 'react-router-dom';
import { stageDuration } from '@/features/projects/stageDuration';
import type { HeldProject } from '@contract/features/home/dashboardWire';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { openStages } from './DueProjects';
import { HeldProjectRows } from './HeldProjectRows';
import { HomeCard } from './HomeCard';
import styles from './dashboard.module.css';

const startedStages = openStages.filter((stage) => stage !== projectMachine.initial);

/** 停留最久的项目: projects longest in their stage, with the people who have to act. */
export function LongestInStage({
  projects,
  count,
}: {
  readonly projects: readonly HeldProject[];
  readonly count: number;
}) {
  return (
    <HomeCard title="停留最久的项目" empty={projects.length ? null : '没有在办的项目'}>
      <HeldProjectRows projects={projects} daysText={({ days }) => stageDuration(days)} />
      {count > projects.length && (
        <p className={styles.quiet}>
          共{count}个在办项目，
          <Link to={`/project/index?${new URLSearchParams(startedStages.map((stage) => ['stage', stage])).toString()}`}>
            查看全部
          </Link>
        </p>
      )}
    </HomeCard>
  );
}
