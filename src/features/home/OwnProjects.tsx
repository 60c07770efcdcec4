import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { fetchNewestProjects } from '@/features/customers/enterprise/enterpriseCalls';
import { projectDetailAddress } from '@/features/customers/enterprise/projectAddress';
import { Tone } from '@/fields/cells/Tone';
import { PageSkeleton } from '@/lib/skeleton/PageSkeleton';
import { enterpriseTexts } from '@contract/features/customers/enterprise/enterpriseWire';
import { HomeCard } from './HomeCard';
import styles from './dashboard.module.css';

/** Home page of an enterprise: progress of its newest projects. */
export function OwnProjects() {
  const { data, error } = useQuery({
    queryKey: ['enterprise', 'projects', 'home'],
    queryFn: ({ signal }) => fetchNewestProjects(8, signal),
    retry: false,
  });
  if (error)
    return (
      <HomeCard title="本单位的项目" empty={failureOf(error).pageText}>
        {null}
      </HomeCard>
    );
  if (!data) return <PageSkeleton />;
  return (
    <HomeCard
      title="本单位的项目"
      count={data.totalElements}
      empty={data.content.length ? null : enterpriseTexts.nothing}
    >
      <ul className={styles.list}>
        {data.content.map((project) => {
          const currentProjectPhase = project.phases.findLast(({ state }) => state !== 'ahead');
          return (
            <li key={project.id} className={styles.pair}>
              <Link className={styles.name} to={projectDetailAddress(project)} title={project.unitName}>
                {project.projectName}
              </Link>
              {project.awaited > 0 && <Tone tone="waiting">{enterpriseTexts.awaited(project.awaited)}</Tone>}
              <span className={styles.quiet}>
                {project.ended
                  ? enterpriseTexts.ended
                  : `${currentProjectPhase?.label ?? ''}${currentProjectPhase?.on ? `　${currentProjectPhase.on}` : ''}`}
              </span>
            </li>
          );
        })}
      </ul>
    </HomeCard>
  );
}
