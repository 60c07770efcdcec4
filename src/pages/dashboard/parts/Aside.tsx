import type { Dashboard } from '@contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { fetchSummary } from '@/api/notices';
import { useShownPath } from '@/projects/useWays';
import styles from '../dashboard.module.css';
import { Card } from './Card';

const unfinished = ['waiting', 'distributed', 'testing'].map((state) => `&state=${state}`).join('');

/** By method, each a way to those tests for who has the page. */
export function WaitingSamples({ samples }: { readonly samples: Dashboard['samples'] }) {
  const tests = useShownPath()('/lab/sampleDistribute');
  return (
    <Card title="待检样品" empty={samples.length ? null : '实验室没有待检的样品'}>
      <ul className={styles.list}>
        {samples.map(({ method, title, waiting, testing, overdue }) => (
          <li key={method ?? 0} className={styles.pair}>
            {tests && method !== null ? <Link className={styles.name} title={title} to={`${tests}?view=all&method=${method}${unfinished}`}>{title}</Link> : <span className={styles.name} title={title}>{title}</span>}
            <span className={styles.quiet}>待检 {waiting}　检测中 {testing}{overdue > 0 && <span className={styles.late}>　超期 {overdue}</span>}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function DueEquipment({ equipment }: { readonly equipment: Dashboard['equipment'] }) {
  if (!equipment.length) return null;
  return (
    <Card title="检定/校准到期" empty={null}>
      <ul className={styles.list}>
        {equipment.map(({ id, eqpNo, eqpName, calibrationDue, late }) => (
          <li key={id} className={styles.pair}>
            <Link className={styles.code} to={`/resource/equipment?keyword=${encodeURIComponent(eqpNo)}`}>{eqpNo}</Link>
            <span className={styles.name}>{eqpName}</span>
            <span className={late ? styles.late : styles.quiet}>{calibrationDue}{late && ' 已过期'}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function OpenFindings({ nonconformities, count }: { readonly nonconformities: Dashboard['nonconformities']; readonly count: number }) {
  if (!count) return null;
  return (
    <Card title="未关闭的不符合项" count={count} empty={null}>
      <ul className={styles.list}>
        {nonconformities.map(({ id, nonconformityNo, description, filedOn }) => (
          <li key={id} className={styles.pair}>
            <Link className={styles.code} to={`/lab/nonconformity/detail?id=${id}`}>{nonconformityNo}</Link>
            <span className={styles.name} title={description}>{description}</span>
            <span className={styles.quiet}>{filedOn}</span>
          </li>
        ))}
      </ul>
      {count > nonconformities.length && <Link to="/lab/nonconformity?state=open&state=correcting&state=verifying">查看全部 {count} 项</Link>}
    </Card>
  );
}

/** The newest unread of both kinds; the bell asks for the same, so this costs one call a visit. */
export function LatestNotices() {
  const { data } = useQuery({ queryKey: ['list', 'api/dashboard', 'notices'], queryFn: () => fetchSummary(true), retry: false });
  const notices = [...(data?.anntMsgList ?? []), ...(data?.sysMsgList ?? [])].sort((a, b) => String(b.sendTime).localeCompare(String(a.sendTime))).slice(0, 5);
  return (
    <Card title="未读消息" empty={notices.length ? null : '没有未读消息'}>
      <ul className={styles.list}>
        {notices.map(({ id, titile, sendTime }) => (
          <li key={id} className={styles.pair}>
            <Link className={styles.name} to="/notify/myNews" title={titile}>{titile}</Link>
            <time className={styles.quiet}>{sendTime?.slice(5, 16)}</time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
