import { Link } from 'react-router-dom';
import { Tone } from '@/fields';
import { type EnterpriseProject, enterpriseTexts } from '@contract/features/customers/enterprise/enterpriseWire';
import { projectDetailAddress } from './projectAddress';
import { ProjectProgress } from './ProjectProgress';
import styles from './enterpriseProjects.module.css';

export function ProjectCard({ project }: { readonly project: EnterpriseProject }) {
  const { code, projectName, unitName, typeName, dueOn, reports, awaited, ended } = project;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2>
          <Link className="reach" to={projectDetailAddress(project)}>
            {projectName}
          </Link>
        </h2>
        {reports > 0 ? (
          <span className={styles.ready}>报告{reports}份，可查看</span>
        ) : (
          !ended &&
          dueOn &&
          project.phases.at(-1)?.state !== 'done' && <span className={styles.quiet}>计划完成 {dueOn}</span>
        )}
      </div>
      <p className={styles.facts}>
        <span className={styles.code}>{code}</span>
        <span className={styles.unit} title={unitName}>
          {unitName}
        </span>
        {typeName && <span>{typeName}</span>}
        {awaited > 0 && <Tone tone="waiting">{enterpriseTexts.awaited(awaited)}</Tone>}
      </p>
      <ProjectProgress phases={project.phases} />
    </li>
  );
}
