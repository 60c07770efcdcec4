import AimOutlined from '@ant-design/icons/AimOutlined';
import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import CameraOutlined from '@ant-design/icons/CameraOutlined';
import CloudOutlined from '@ant-design/icons/CloudOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import dayjs from 'dayjs';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MissingItems } from '@/features/projects/missing/MissingItems';
import { missingItemsKey } from '@/features/projects/missing/useMissingItems';
import { TimeWarnings } from '@/features/projects/TimeWarnings';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { outboxTexts } from '@/outbox/outboxTexts';
import { onArrival } from '@/outbox/runOutbox';
import { usePageName } from '@/session/tabs/pageState';
import { prefetchPages } from '@/session/tabs/prefetch';
import { mediaStages } from '@contract/features/fieldwork/samples/mediaStages';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { findRoute, folderOf, type RoutePath } from '@contract/routes';
import { readyForOffline } from './offline/registerOffline';
import { loadSite } from './siteStore';
import { progressOf, type ShownSite } from './unsentOverlay';
import { type SiteModel, useSite } from './useSite';
import styles from './site.module.css';

const base = '/siteSample/liveSample/condition';
const sections: readonly { readonly path: RoutePath; readonly label: string; readonly Icon: ComponentType }[] = [
  { path: `${base}/pageSampling`, label: '采样', Icon: AimOutlined },
  { path: `${base}/taskDetails`, label: '气象', Icon: CloudOutlined },
  { path: `${base}/pageSamplingTime`, label: '日期', Icon: CalendarOutlined },
  { path: `${base}/projectSign`, label: '陪同人', Icon: TeamOutlined },
  { path: `${base}/projectMedia`, label: '影像', Icon: CameraOutlined },
];

type SiteSection =
  `${typeof base}/${'pageSampling' | 'taskDetails' | 'pageSamplingTime' | 'projectSign' | 'projectMedia'}`;

/** Stages of a project in which a section can be edited, where they are not sampling alone. */
const sectionStages: Readonly<Partial<Record<RoutePath, readonly string[]>>> = {
  [`${base}/projectMedia`]: mediaStages,
};

/** Returns the function that tells why a section can't be edited in the project's stage, or null. */
const lockedIn =
  (path: RoutePath) =>
  (stage: string): string | null => {
    if ((sectionStages[path] ?? ['sampling']).includes(stage)) return null;
    return ['draft', 'contractReview', 'survey', 'planning', 'planReview'].includes(stage)
      ? projectTexts.samplingNotOpen
      : projectTexts.samplingEnded;
  };

export interface SectionProps {
  readonly project: number;
  readonly site: ShownSite;
  readonly locked: boolean;
  readonly model: SiteModel;
}

function SiteHeader({ model, title }: { readonly model: SiteModel; readonly title: string }) {
  const { site, state, unsent } = model;
  if (!site) return null;
  const { done, total } = progressOf(site.samples);
  return (
    <>
      <header className={styles.head}>
        <div className={styles.headline}>
          <h1 className={styles.title}>
            <span className={styles.code}>{site.project.code}</span>{' '}
            <span className={styles.unit} title={site.project.unitName}>
              {site.project.unitName}
            </span>
            <span className={styles.spoken}>{title}</span>
          </h1>
          {unsent > 0 && (
            <span className={styles.unsent} role="status">
              {outboxTexts.waiting(unsent)}
            </span>
          )}
        </div>
        <div className={styles.progress}>
          <progress max={Math.max(total, 1)} value={done} aria-label="采样进度" />
          <span className={styles.count}>
            已采 {done}/{total}
          </span>
        </div>
        {state?.isStoredCopy && state.answeredAt && (
          <p className={styles.keptLine}>
            {state.loading
              ? `正在更新，先显示${dayjs(state.answeredAt).format('MM-DD HH:mm')}的数据`
              : `没有网络，显示${dayjs(state.answeredAt).format('MM-DD HH:mm')}的数据；可以继续采样，联网后自动上传。`}
          </p>
        )}
        {model.locked && (
          <p className={styles.lockedLine} role="note">
            {model.locked}
          </p>
        )}
      </header>
      {/* These scroll away with the page, so that they do not cover the fields of a phone. */}
      <div className={styles.strips}>
        <MissingItems project={{ id: site.project.id, stage: site.project.stage }} previewCount={0} />
        <TimeWarnings project={site.project.id} few={0} />
      </div>
    </>
  );
}

/** Loads 还缺什么 again when a record of this site has arrived at the server. */
function useMissingItemsAfterArrival(project: number | null): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onArrival(async (item) => {
        if (item.project === project) void queryClient.invalidateQueries({ queryKey: missingItemsKey(item.project) });
      }),
    [project, queryClient],
  );
}

/**
 * Frame of the five site pages. On a phone one column with a bar at the bottom, on a desktop the bar above two columns.
 */
export function SiteFrame({
  path,
  Section,
}: {
  readonly path: SiteSection;
  readonly Section: ComponentType<SectionProps>;
}) {
  const model = useSite(lockedIn(path));
  const navigate = useNavigate();
  const { search } = useLocation();
  // Preloads the other pages, because there may be no network when they are opened.
  useEffect(() => {
    prefetchPages(sections.map((section) => folderOf(section.path)));
    readyForOffline();
  }, []);
  const { id, site, state } = model;
  usePageName(site?.project.code);
  useMissingItemsAfterArrival(id);
  const title = findRoute(path)?.title ?? '';
  let body: ReactNode = (
    <div className={styles.main}>
      <Skeleton active />
    </div>
  );
  if (id === null) body = <Notice title="没有选择项目" text="请从“现场采样”列表打开一个项目。" />;
  else if (site)
    body = (
      <div className={styles.main}>
        <Section project={id} site={site} locked={model.locked !== null} model={model} />
      </div>
    );
  else if (state?.failure && !state.loading)
    body = (
      <Notice title="现场数据加载失败" text={`${state.failure.pageText}。第一次打开需要网络。`}>
        <NoticeButton first onClick={() => void loadSite(id)}>
          重试
        </NoticeButton>
      </Notice>
    );
  return (
    <section className={styles.site} aria-label={title}>
      <SiteHeader model={model} title={title} />
      {body}
      <nav className={styles.bottomBar} aria-label="现场采样" data-bar-below>
        {sections.map(({ path: to, label, Icon }) => (
          <button
            key={to}
            type="button"
            className={styles.bottomItem}
            aria-current={to === path ? 'page' : undefined}
            onClick={() => void navigate(to + search)}
          >
            <Icon />
            <span>{label}</span>
          </button>
        ))}
      </nav>
    </section>
  );
}
