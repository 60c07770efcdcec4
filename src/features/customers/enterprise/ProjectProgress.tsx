import CheckOutlined from '@ant-design/icons/CheckOutlined';
import StopOutlined from '@ant-design/icons/StopOutlined';
import { enterpriseTexts } from '@contract/features/customers/enterprise/enterpriseWire';
import type { ProjectPhase } from '@contract/features/customers/enterprise/projectPhases';
import styles from './enterprise.module.css';

/** Shows a project's progress in the client's terms. */
export function ProjectProgress({ phases }: { readonly phases: readonly ProjectPhase[] }) {
  return (
    <ol className={styles.phases} aria-label="项目进度">
      {phases.map(({ key, label, on, state }, index) => (
        <li
          key={key}
          data-state={state}
          {...(state === 'now' || state === 'ended' ? { 'aria-current': 'step' as const } : {})}
        >
          <span className={styles.mark} aria-hidden="true">
            {state === 'done' ? <CheckOutlined /> : state === 'ended' ? <StopOutlined /> : index + 1}
          </span>
          <span className={styles.label}>{label}</span>
          <small>
            {state === 'ended' ? enterpriseTexts.ended : state === 'now' ? `${on ? `${on} 起` : '进行中'}` : (on ?? '')}
          </small>
        </li>
      ))}
    </ol>
  );
}
