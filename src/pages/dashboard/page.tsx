import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { failureOf } from '@/api/callFailures';
import { serverSupports } from '@/api/client';
import { DueProjects } from '@/features/home/DueProjects';
import { LazyFigures } from '@/features/home/figures/LazyFigures';
import { DueEquipment, LatestNotices, OpenNonconformitiesCard, OpenTestsCard } from '@/features/home/homeSidebarCards';
import { LongestInStage } from '@/features/home/LongestInStage';
import { ReturnedTodos } from '@/features/home/ReturnedTodos';
import { StageCounts } from '@/features/home/StageCounts';
import { TodoList } from '@/features/home/TodoList';
import { WaitingApprovals } from '@/features/home/WaitingApprovals';
import { WaitingChecks } from '@/features/home/WaitingChecks';
import { OtherTasksCard } from '@/features/home/WaitingWorks';
import { useShownPath } from '@/features/projects/nextPages/useNextPages';
import { useOpenSetup } from '@/features/system/setup/setupQuery';
import { todayText } from '@/lib/dateTexts';
import { deferredPart } from '@/lib/deferredPart';
import { RetryNotice } from '@/lib/notice/Notice';
import { PageSkeleton } from '@/lib/skeleton/PageSkeleton';
import { arrivedDashboard, dropDashboard, takeDashboard } from '@/session/prefetchedAnswers';
import { useSession } from '@/session/sessionStore';
import { usePageActive } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import type { Setup } from '@contract/features/system/setupChecklist';
import { permissionOf } from '@contract/permissions';
import styles from '@/features/home/dashboard.module.css';

const SetupPanel = deferredPart<{ readonly setup: Setup }>(
  async () => (await import('@/features/system/setup/SetupPanel')).SetupPanel,
);

// Only enterprise users need it; staff load less before their first page.
const OwnProjects = deferredPart(async () => (await import('@/features/home/OwnProjects')).OwnProjects);

/** 首页: tasks of the person first, then the state of the work. Enterprise users see their own projects. */
export default function DashboardPage() {
  const name = useSession((session) => session.user?.nickName ?? session.user?.userName ?? '');
  const guest = useSession((session) => session.user?.isQy === true && !session.user.isAdmin);
  // A back end without figures shows its notices here.
  if (!serverSupports('dashboard')) return <PlainDashboard name={name} />;
  return guest ? <GuestDashboard name={name} /> : <StaffDashboard name={name} />;
}

function PlainDashboard({ name }: { readonly name: string }) {
  return (
    <section className={styles.page} aria-label="首页">
      <h1 className={styles.greeting}>{name}，您好</h1>
      <LatestNotices />
    </section>
  );
}

function GuestDashboard({ name }: { readonly name: string }) {
  return (
    <section className={styles.page} aria-label="首页">
      <h1 className={styles.greeting}>{name}，您好</h1>
      <div className={styles.columns}>
        <div className={styles.main}>
          <OwnProjects wanted />
        </div>
        <div className={styles.side}>
          <LatestNotices />
        </div>
      </div>
    </section>
  );
}

interface GreetingProps {
  readonly name: string;
  readonly waiting: number;
  readonly overdueCount: number;
}

/** Greeting with the number of the person's tasks and of overdue projects. */
function Greeting({ name, waiting, overdueCount }: GreetingProps) {
  return (
    <h1 className={styles.greeting}>
      {name}，
      {waiting ? (
        <>
          您有<strong>{waiting}</strong>项待办
        </>
      ) : (
        '今天没有待办'
      )}
      {overdueCount > 0 && (
        <>
          ，<span className={styles.late}>{overdueCount}个项目已逾期</span>
        </>
      )}
    </h1>
  );
}

/** State of the work, shown beside the tasks. */
function WorkStateCards({ seesWork, data }: { readonly seesWork: boolean; readonly data: Dashboard }) {
  const { stages, samples, equipment, nonconformities, nonconformityCount } = data;
  return (
    <div className={styles.side}>
      {seesWork && <StageCounts stages={stages} />}
      {seesWork && <OpenTestsCard samples={samples} />}
      <DueEquipment equipment={equipment} />
      <OpenNonconformitiesCard nonconformities={nonconformities} count={nonconformityCount} />
      <LatestNotices />
    </div>
  );
}

/** Loads the home page, and loads it again every two minutes while it is shown. */
function useDashboard(isActive: boolean) {
  return useQuery({
    queryKey: ['list', 'api/dashboard'],
    queryFn: ({ signal }) => takeDashboard(signal),
    initialData: arrivedDashboard,
    enabled: isActive,
    refetchOnMount: () => arrivedDashboard() === undefined,
    staleTime: 0,
    refetchInterval: isActive ? 120_000 : false,
    retry: false,
  });
}

/** Home page of staff. Reloads when the person returns to the page. */
function StaffDashboard({ name }: { readonly name: string }) {
  const isActive = usePageActive();
  const shownPath = useShownPath();
  const setup = useOpenSetup(useMay()([permissionOf({ name: 'organization' }, 'edit')]));
  const { error, data, refetch, isPending } = useDashboard(isActive);
  // Runs after the first commit, because React may discard an earlier render. The next organization then starts
  // without old data.
  useEffect(dropDashboard, []);
  if (error && !data)
    return <RetryNotice title="首页加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (isPending) return <PageSkeleton />;
  const {
    todos,
    todoCount,
    approvals,
    approvalCount,
    checks,
    returned = [],
    works = [],
    workCount = 0,
    stages,
    overdue,
    overdueCount,
    dueSoon,
    dueSoonCount,
    longest,
    openCount,
    samples,
  } = data;
  // External people have tasks here, but may not see the organization's work.
  const seesWork = shownPath('/project') !== undefined || samples.length + stages.length > 0;
  const waiting = todoCount + approvalCount + checks.length + returned.length + workCount;
  return (
    <section className={styles.page} aria-label="首页">
      <Greeting name={name} waiting={waiting} overdueCount={overdueCount} />
      {setup && <SetupPanel wanted setup={setup} />}
      <div className={styles.columns}>
        <div className={styles.main}>
          <ReturnedTodos todos={returned} />
          <WaitingApprovals approvals={approvals} count={approvalCount} />
          <WaitingChecks checks={checks} />
          {(seesWork || waiting === 0) && <TodoList todos={todos} count={todoCount} />}
          <OtherTasksCard works={works} count={workCount} />
          {seesWork && (
            <DueProjects
              title="已逾期"
              projects={overdue}
              totalCount={overdueCount}
              days={`~${addDays(todayText(), -1)}`}
              empty="没有逾期的项目"
              isLate
            />
          )}
          {seesWork && (
            <DueProjects
              title="七天内到期"
              projects={dueSoon}
              totalCount={dueSoonCount}
              days={`${todayText()}~${addDays(todayText(), 7)}`}
              empty="七天内没有到期的项目"
            />
          )}
          {seesWork && <LongestInStage projects={longest} count={openCount} />}
        </div>
        <WorkStateCards seesWork={seesWork} data={data} />
      </div>
      <LazyFigures />
    </section>
  );
}
