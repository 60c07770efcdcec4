import { Link } from 'react-router-dom';
import { useShownPath } from '@/features/projects/nextPages/useNextPages';
import { useNotices } from '@/session/notices/noticeStore';
import { useCan } from '@/session/useCan';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import { noticeTexts } from '@contract/features/notices/noticeTexts';
import { permissionOf } from '@contract/permissions';
import { HomeCard } from './HomeCard';
import styles from './dashboard.module.css';

const unfinishedStates = ['waiting', 'distributed', 'testing'].map((state) => `&state=${state}`).join('');

/** Permission that the server requires for these counts. */
const testPermissions = ['labTask', 'labSheet'].map((name) => permissionOf({ name }, 'list'));
/** Highest number of methods shown, so that the card is not taller than the task list beside it. */
const maxMethods = 8;

/**
 * Open tests by method, linked for people who have the page. A sample has one test per hazard, so these are not
 * samples.
 */
export function OpenTestsCard({ samples }: { readonly samples: Dashboard['samples'] }) {
  const testsPath = useShownPath()('/lab/sampleDistribute');
  const maySeeTests = useCan(testPermissions);
  if (!maySeeTests) return null;
  const hiddenCount = samples.length - maxMethods;
  return (
    <HomeCard title="待检测任务" empty={samples.length ? null : '实验室没有待检测的任务'}>
      <ul className={styles.list}>
        {samples.slice(0, maxMethods).map(({ method, title, waiting, testing, overdue }) => (
          <li key={method ?? 0} className={styles.pair}>
            {testsPath && method !== null ? (
              <Link
                className={styles.name}
                title={title}
                to={`${testsPath}?view=all&method=${method}${unfinishedStates}`}
              >
                {title}
              </Link>
            ) : (
              <span className={styles.name} title={title}>
                {title}
              </span>
            )}
            <span className={styles.quiet}>
              待检测{waiting}项　检测中{testing}项
              {overdue > 0 && <span className={styles.late}>　逾期{overdue}项</span>}
            </span>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <p className={styles.quiet}>
          另有{hiddenCount}种方法
          {testsPath && (
            <>
              ，<Link to={`${testsPath}?view=all${unfinishedStates}`}>查看全部</Link>
            </>
          )}
        </p>
      )}
    </HomeCard>
  );
}

export function DueEquipment({ equipment }: { readonly equipment: Dashboard['equipment'] }) {
  if (!equipment.length) return null;
  return (
    <HomeCard title="检定/校准到期" empty={null}>
      <ul className={styles.list}>
        {equipment.map(({ id, eqpNo, eqpName, calibrationDue, late }) => (
          <li key={id} className={styles.pair}>
            <Link className={styles.code} to={`/resource/equipment?keyword=${encodeURIComponent(eqpNo)}`}>
              {eqpNo}
            </Link>
            <span className={styles.name}>{eqpName}</span>
            <span className={late ? styles.late : styles.quiet}>
              {calibrationDue}
              {late && ' 已过期'}
            </span>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

export function OpenNonconformitiesCard({
  nonconformities,
  count,
}: {
  readonly nonconformities: Dashboard['nonconformities'];
  readonly count: number;
}) {
  if (!count) return null;
  return (
    <HomeCard title="未关闭的不符合项" count={count} empty={null}>
      <ul className={styles.list}>
        {nonconformities.map(({ id, nonconformityNo, description, filedOn }) => (
          <li key={id} className={styles.pair}>
            <Link className={styles.code} to={`/lab/nonconformity/detail?id=${id}`}>
              {nonconformityNo}
            </Link>
            <span className={styles.name} title={description}>
              {description}
            </span>
            <span className={styles.quiet}>{filedOn}</span>
          </li>
        ))}
      </ul>
      {count > nonconformities.length && (
        <Link to="/lab/nonconformity?state=open&state=correcting&state=verifying">查看全部{count}项</Link>
      )}
    </HomeCard>
  );
}

/** Newest unread notices of both kinds, from the bell's data. */
export function LatestNotices() {
  const summary = useNotices((state) => state.summary);
  const hasFailed = useNotices((state) => state.failed);
  const notices = [...(summary?.anntMsgList ?? []), ...(summary?.sysMsgList ?? [])]
    .sort((a, b) => String(b.sendTime).localeCompare(String(a.sendTime)))
    .slice(0, 5);
  return (
    <HomeCard
      title="未读消息"
      empty={notices.length ? null : summary ? '没有未读消息' : hasFailed ? noticeTexts.loadFailed : ''}
    >
      <ul className={styles.list}>
        {notices.map(({ id, titile, sendTime }) => (
          <li key={id} className={styles.pair}>
            <Link className={styles.name} to="/notify/myNews" title={titile}>
              {titile}
            </Link>
            <time className={styles.quiet}>{sendTime?.slice(5, 16)}</time>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
