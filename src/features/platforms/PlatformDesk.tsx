import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { succeeded } from '@/api/succeeded';
import { makeMoves } from '@/features/projects/projectCalls';
import { projectAddress } from '@/features/projects/projectQuery';
import { feedback } from '@/lib/feedback';
import { type Action, ListEditor, type ListPage } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { useMay } from '@/session/useCan';
import { useReloadOnReturn } from '@/session/useReloadOnReturn';
import type { AnyRow } from '@contract/entity';
import { platformPageQuery } from '@contract/features/platforms/connectorLinks';
import { connector } from '@contract/features/platforms/entities/connector';
import { platformCode } from '@contract/features/platforms/entities/platformCode';
import { push } from '@contract/features/platforms/entities/push';
import type { PlatformFamily, PushPart } from '@contract/features/platforms/platformFamilies';
import { pushMachine } from '@contract/features/platforms/pushMachine';
import { pushProject } from '@contract/features/platforms/pushProject';
import { permissionOf } from '@contract/permissions';
import type { RoutePath } from '@contract/routes';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { MappingInput } from './MappingInput';
import { missingCell, ProgressCell } from './platformCells';
import { fetchPushSummary, pushKey } from './pushCalls';
import { PushDetail } from './PushDetail';
import { QueuePushesDialog } from './QueuePushesDialog';
import { ReportStatistics } from './ReportStatistics';
import styles from './platforms.module.css';

export interface PlatformDeskProps {
  readonly title: string;
  readonly family: PlatformFamily;
  /** Page of each part, in the order of the row's buttons. A click on the number opens the first. */
  readonly pages: readonly { readonly part: PushPart; readonly label: string; readonly path: RoutePath }[];
}

/** Interval in ms for reloading pushes in progress. */
const pollIntervalMs = 4000;
const views = ['projects', 'pushes', 'failed', 'connectors', 'codes', 'statistics'] as const;
type DeskView = (typeof views)[number];
/** Narrow columns, so that all parts of a report fit side by side. */
const widths = { progress: 310, missing: 100, reportNos: 150, issuedOn: 110, reportBy: 120 } as const;
const projectsKey = ['list', pushProject.path] as const;
const stages = ['issuing', 'archived', 'published'];
const queuePermissions = [permissionOf(push, 'add')];
const mayRetry = [permissionOfMove(pushMachine, { key: 'retry' })];

function PushFigures({ family }: { readonly family: PlatformFamily }) {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: [...pushKey, 'summary', family],
    queryFn: ({ signal }) => fetchPushSummary(family, signal),
    retry: false,
    refetchInterval: ({ state }) =>
      (state.data?.states['waiting'] ?? 0) + (state.data?.states['pushing'] ?? 0) > 0 ? pollIntervalMs : false,
  });
  const previousData = useRef(data);
  // Reloads the lists when pushes have progressed on the server.
  useEffect(() => {
    if (previousData.current && previousData.current !== data)
      void queryClient.invalidateQueries({
        queryKey: pushKey,
        predicate: ({ queryKey }) => !queryKey.includes('summary'),
      });
    previousData.current = data;
  }, [data, queryClient]);
  if (!data) return null;
  const { states, firstTime, attempts, oldestWaiting } = data;
  const countOf = (state: string): number => states[state] ?? 0;
  const tries = attempts.accepted + attempts.repeated + attempts.rejected + attempts.unreachable;
  return (
    <p className={styles.figures} aria-label="推送统计">
      <span>
        待推送 <b>{countOf('waiting') + countOf('pushing')}</b>
      </span>
      <span>
        成功 <b>{countOf('succeeded')}</b>
        {countOf('succeeded') > 0 && `（一次送达 ${firstTime}）`}
      </span>
      <span>
        失败 <b data-bad={countOf('failed') > 0}>{countOf('failed')}</b>
      </span>
      <span>
        已撤回 <b>{countOf('withdrawn')}</b>
      </span>
      {tries > 0 && (
        <span>
          共发送<b>{tries}</b>次，未送达{attempts.unreachable}次，被拒绝{attempts.rejected}次
        </span>
      )}
      {oldestWaiting && <span>最早排队 {oldestWaiting}</span>}
    </p>
  );
}

interface DeskPageOptions {
  readonly title: string;
  readonly family: PlatformFamily;
  readonly slots: ListPage['slots'];
  readonly actions: readonly Action[];
}

/** List of the projects with an issued report. */
const projectsPage = ({ title, family, slots, actions }: DeskPageOptions): ListPage => ({
  entity: pushProject,
  title,
  empty: '还没有可以推送的项目，报告签发后显示在这里',
  columns: ['code', 'belongInspect', 'progress', 'missing', 'reportNos', 'issuedOn', 'reportBy', 'type', 'stage'],
  widths,
  filters: ['code', 'belongInspect', 'reportNos', 'type', 'createYear'],
  abilities: [],
  fixedQuery: { family, stage: stages },
  cells: { missing: missingCell(pushProject, { family }), progress: ProgressCell },
  actions,
  slots,
});

/** List of the platforms of the family, and their form. */
const connectorsPage = (family: PlatformFamily, slots: ListPage['slots']): ListPage => ({
  entity: connector,
  title: connector.label,
  columns: [
    'connectorName',
    'adapter',
    'baseUrl',
    'hasKey',
    'active',
    'timeoutSeconds',
    'maxAttempts',
    'firstDelay',
    'updateTime',
  ],
  filters: ['connectorName', 'adapter', 'active'],
  fixedQuery: { family },
  abilities: ['add', 'edit', 'del'],
  inputs: { mapping: MappingInput },
  slots,
  form: [
    { title: '平台', fields: ['connectorName', 'family', 'adapter', 'baseUrl', 'active', 'remark'] },
    { title: '账号与密钥', fields: ['account', 'headName', 'apiKey', 'signing', 'signingKey'] },
    { title: '送达', fields: ['timeoutSeconds', 'maxAttempts', 'firstDelay'] },
    { title: '对照（通用接口）', fields: ['mapping'] },
  ],
  before: {
    open: ({ action }) =>
      action === 'add' ? { family, timeoutSeconds: 30, maxAttempts: 8, firstDelay: 30 } : undefined,
  },
});

/** List of the platforms' code tables. The address may name a value without a code. */
const codesPage = (slots: ListPage['slots'], search: URLSearchParams): ListPage => ({
  entity: platformCode,
  title: platformCode.label,
  empty: '还没有平台代码，可新增或导入Excel',
  columns: ['connector', 'codeTable', 'own', 'code', 'codeName', 'unitCode', 'factor', 'updateTime'],
  filters: ['connector', 'codeTable', 'own', 'code'],
  slots,
  form: ['connector', 'codeTable', 'own', 'code', 'codeName', 'unitCode', 'factor'],
  before: {
    open: ({ action }) =>
      action === 'add'
        ? {
            connector: Number(search.get(platformPageQuery.connector)) || null,
            codeTable: search.get(platformPageQuery.table),
            own: search.get(platformPageQuery.own),
          }
        : undefined,
  },
});

/** List of all pushes, or of the failed ones. */
const pushesPage = ({
  title,
  family,
  slots,
  actions,
  failed: onlyFailed,
}: DeskPageOptions & { readonly failed: boolean }): ListPage => ({
  entity: push,
  title,
  empty: onlyFailed ? '没有失败待处理的推送' : '还没有推送记录',
  columns: [
    'reportNo',
    'unitName',
    'part',
    'connector',
    'state',
    'answer',
    'attempts',
    'nextTry',
    'receiptNo',
    'operation',
    'answerCode',
    'deliveredAt',
    'createTime',
  ],
  filters: ['reportNo', 'unitName', 'part', ...(onlyFailed ? [] : ['state']), 'connector', 'createTime'],
  abilities: [],
  fixedQuery: { family, ...(onlyFailed ? { state: ['failed'] } : {}) },
  actions,
  slots,
});

const queueAction = (queue: (rows: readonly AnyRow[]) => void): Action => ({
  key: 'queue',
  label: '推送',
  place: 'selection',
  permission: queuePermissions,
  enabled: (rows) => rows.length > 0,
  run: ({ rows }) => queue(rows),
});

const exchangeAction = (show: (row: AnyRow) => void): Action => ({
  key: 'exchange',
  label: '请求与答复',
  place: 'row',
  run: ({ rows: [row] }) => row && show(row),
});

/** Returns the action that retries failed pushes. */
function useRetry(): Action {
  const queryClient = useQueryClient();
  return useMemo(
    (): Action => ({
      key: 'retry',
      label: '重新推送',
      place: 'selection',
      permission: mayRetry,
      enabled: (rows) => rows.length > 0 && rows.every((row) => row['state'] === 'failed'),
      confirm: (rows) => `确定重新推送选中的${rows.length}条吗？`,
      async run({ rows, editor }) {
        if (
          !(await succeeded(
            makeMoves(push, { rows: rows.map(({ id, version }) => ({ id, version })), move: 'retry' }).then((message) =>
              feedback.notify('success', message),
            ),
          ))
        )
          return;
        editor.clearSelection();
        await queryClient.invalidateQueries({ queryKey: pushKey });
      },
    }),
    [queryClient],
  );
}

/** Returns the open list and the function that opens another. The address may request one. */
function useRequestedView(search: URLSearchParams) {
  const requestedView = views.find((candidate) => candidate === search.get(platformPageQuery.view));
  const [view, setView] = useState<DeskView>(requestedView ?? 'projects');
  const [lastRequestedView, setLastRequestedView] = useState(requestedView);
  // The open page was linked to with another list.
  if (requestedView !== lastRequestedView) {
    setLastRequestedView(requestedView);
    if (requestedView) setView(requestedView);
  }
  return [view, setView] as const;
}

/** Switch between the lists that the person may see. */
function ViewChoice({ view, onView }: { readonly view: DeskView; readonly onView: (view: DeskView) => void }) {
  const hasPermission = useMay();
  const seesConnectors = hasPermission([permissionOf(connector, 'list')]);
  const seesCodes = hasPermission([permissionOf(platformCode, 'list')]);
  return (
    <Segmented<DeskView>
      aria-label="范围"
      value={view}
      onChange={onView}
      options={[
        { value: 'projects', label: '项目' },
        { value: 'pushes', label: '推送记录' },
        { value: 'failed', label: '失败待处理' },
        { value: 'statistics', label: '检测统计' },
        ...(seesConnectors ? [{ value: 'connectors' as const, label: '对接平台' }] : []),
        ...(seesCodes ? [{ value: 'codes' as const, label: '平台代码' }] : []),
      ]}
    />
  );
}

/** Returns the list of projects with their pushes, and the drawers that it opens. */
function usePlatformDesk({ title, family, pages }: Pick<PlatformDeskProps, 'title' | 'family' | 'pages'>) {
  useReloadOnReturn(projectsKey);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [view, setView] = useRequestedView(search);
  const [queuedRows, setQueuedRows] = useState<readonly AnyRow[] | null>(null);
  const [shownPush, setShownPush] = useState<AnyRow | null>(null);
  const renderAbove = useCallback(
    () => (
      <div className={styles.above}>
        <ViewChoice view={view} onView={setView} />
        <PushFigures family={family} />
      </div>
    ),
    [view, setView, family],
  );

  const retry = useRetry();
  const page = useMemo((): ListPage => {
    const slots = { aboveList: renderAbove };
    if (view === 'projects')
      return projectsPage({
        title,
        family,
        slots,
        actions: [
          queueAction(setQueuedRows),
          ...pages.map(({ part, label, path }): Action => ({
            key: part,
            label,
            place: 'row',
            run: ({ rows: [row] }) => row && void navigate(projectAddress(path, row)),
          })),
        ],
      });
    if (view === 'connectors') return connectorsPage(family, slots);
    if (view === 'codes') return codesPage(slots, search);
    return pushesPage({
      title,
      family,
      slots,
      failed: view === 'failed',
      actions: [exchangeAction(setShownPush), retry],
    });
  }, [view, title, family, pages, renderAbove, navigate, retry, search]);

  const open = useCallback(
    (row: AnyRow) => {
      if (view === 'projects')
        void navigate(projectAddress((pages[0] as PlatformDeskProps['pages'][number]).path, row));
      else setShownPush(row);
    },
    [view, pages, navigate],
  );
  return { view, setView, queuedRows, setQueuedRows, shownPush, setShownPush, renderAbove, page, open };
}

/** Page of one family of platforms: projects to push, pushes in progress, failed ones, and the platforms. */
export function PlatformDesk({ title, family, pages }: PlatformDeskProps) {
  const { view, setView, queuedRows, setQueuedRows, shownPush, setShownPush, renderAbove, page, open } =
    usePlatformDesk({ title, family, pages });

  return (
    <>
      {view === 'statistics' ? (
        <>
          {renderAbove()}
          <ReportStatistics />
        </>
      ) : (
        <ListEditor key={view} page={page} {...(view === 'connectors' || view === 'codes' ? {} : { onOpen: open })} />
      )}
      <QueuePushesDialog
        family={family}
        rows={queuedRows}
        onClose={() => setQueuedRows(null)}
        onQueued={() => setView('pushes')}
      />
      <PageDrawer
        open={shownPush !== null}
        size={760}
        title={shownPush ? `推送 ${String(shownPush['reportNo'])}` : ''}
        onClose={() => setShownPush(null)}
        destroyOnHidden
      >
        {shownPush && <PushDetail id={shownPush.id} />}
      </PageDrawer>
    </>
  );
}
