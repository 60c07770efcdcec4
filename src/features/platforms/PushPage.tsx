import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select, Skeleton, Tabs } from 'antd';
import { type ComponentProps, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { ProjectPage } from '@/features/projects/ProjectPage';
import { DictCell } from '@/fields';
import { feedback } from '@/lib/feedback';
import { RetryNotice } from '@/lib/notice/Notice';
import { PageDrawer } from '@/session/overlays';
import { useMay } from '@/session/useCan';
import { useReloadOnReturn } from '@/session/useReloadOnReturn';
import { fixedDictionaries } from '@contract/dictionaries';
import { push as pushEntity } from '@contract/features/platforms/entities/push';
import { type PlatformFamily, type PushPart, sectionsOfPart } from '@contract/features/platforms/platformFamilies';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import type { PushProjectView } from '@contract/features/platforms/pushWire';
import { permissionOf } from '@contract/permissions';
import { ExchangeParts } from './ExchangeParts';
import { PayloadView } from './PayloadView';
import { preferredConnector } from './preferredConnector';
import { downloadSurveyFile, fetchPushProject, pushKey, queuePushes } from './pushCalls';
import { PushDetail } from './PushDetail';
import { PushFindings } from './PushFindings';
import styles from './platforms.module.css';

interface PushPageProps {
  readonly title: string;
  readonly family: PlatformFamily;
  readonly part: PushPart;
}

const queuePermissions = [permissionOf(pushEntity, 'add')];
const underway = ['waiting', 'pushing'];
const stateOf = (value: unknown) => fixedDictionaries.pushState.find((state) => state.value === value);
const partLabel = (part: PushPart): string =>
  fixedDictionaries.pushPart.find(({ value }) => value === part)?.label ?? part;

interface PushStateAlertProps {
  readonly view: PushProjectView;
  readonly findings: ComponentProps<typeof PushFindings>['findings'];
  readonly unmapped: readonly string[];
  /** Existing push of this part. */
  readonly currentPush: PushProjectView['pushes'][number] | undefined;
}

function PushStateAlert({ view, findings, unmapped, currentPush }: PushStateAlertProps) {
  if (view.blocked !== null) return <Alert type="info" showIcon title={view.blocked} />;
  if (findings.length > 0)
    return <PushFindings title={`还缺${findings.length}项，补充后才能推送`} findings={findings} />;
  if (unmapped.length > 0)
    return (
      <Alert
        type="warning"
        showIcon
        title="有的代码没有对照，请由管理员在“对接平台”中补充"
        description={
          <ul className={styles.findings}>
            {unmapped.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        }
      />
    );
  const state = stateOf(currentPush?.['state']);
  if (state)
    return (
      <Alert
        type={state.tone === 'good' ? 'success' : state.tone === 'bad' ? 'error' : 'info'}
        showIcon
        title={platformTexts.pushed(state.label)}
      />
    );
  return <Alert type="success" showIcon title="资料完整，可以推送" />;
}

function PushRecords({
  view,
  part,
  onOpen,
}: {
  readonly view: PushProjectView;
  readonly part: PushPart;
  readonly onOpen: (id: number) => void;
}) {
  const partPushes = view.pushes.filter((push) => push['part'] === part);
  if (partPushes.length === 0) return <p className={styles.quiet}>{platformTexts.noPushes}</p>;
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <thead>
          <tr>
            {['报告编号', '平台', '状态', '尝试次数', '下次尝试', '平台答复', '操作'].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {partPushes.map((push) => (
            <tr key={push.id}>
              <td className={styles.no}>{String(push['reportNo'])}</td>
              <td>{String(push['connectorName'] ?? '')}</td>
              <td>
                <DictCell dict="pushState" value={push['state']} />
              </td>
              <td>{String(push['attempts'] ?? 0)}</td>
              <td>{push['state'] === 'waiting' ? String(push['nextTry'] ?? '') : ''}</td>
              <td>{String(push['answer'] ?? '').slice(0, 120)}</td>
              <td>
                <Button type="link" size="small" onClick={() => onOpen(push.id)}>
                  请求与答复
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PushBarProps {
  readonly project: number;
  readonly part: PushPart;
  readonly view: PushProjectView;
  readonly connector: PushProjectView['connectors'][number] | undefined;
  /** Reason why the part can't be pushed; null if it can. */
  readonly disabledReason: string | null;
  readonly onChoose: (connectorId: number) => void;
}

/** Shows the data and the platform of a push, and the button that queues the push. */
function PushBar({ project, part, view, connector, disabledReason, onChoose }: PushBarProps) {
  const queryClient = useQueryClient();
  const hasPermission = useMay();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!connector || busy) return;
    setBusy(true);
    await succeeded(
      queuePushes({ projects: [project], connector: connector.id, parts: [part] }).then((message) =>
        feedback.notify('success', message),
      ),
    );
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: pushKey });
  };
  return (
    <div className={styles.bar}>
      <span>
        推送内容：{partLabel(part)}
        {view.report && (
          <>
            {'　'}
            报告编号：<span className={styles.no}>{view.report.reportNo}</span>
          </>
        )}
      </span>
      <Select
        aria-label="对接平台"
        placeholder="没有对接平台"
        style={{ minWidth: 220 }}
        value={connector?.id ?? null}
        disabled={view.connectors.length === 0}
        options={view.connectors.map(({ id, name, active }) => ({
          value: id,
          label: `${name}${active ? '' : '（未启用）'}`,
        }))}
        onChange={onChoose}
      />
      {connector && !connector.active && <span className={styles.quiet}>{platformTexts.waitingForConnector}</span>}
      {connector?.adapter === 'surveyBook' && (
        <Button onClick={() => void succeeded(downloadSurveyFile(project, connector.id, view.project.code))}>
          下载Excel
        </Button>
      )}
      <span>
        {hasPermission(queuePermissions) && (
          <Button
            type="primary"
            loading={busy}
            disabled={disabledReason !== null}
            title={disabledReason ?? ''}
            onClick={() => void send()}
          >
            {connector?.exchange?.byHand ? '登记待上传' : '推送'}
          </Button>
        )}
      </span>
    </div>
  );
}

type ViewConnector = PushProjectView['connectors'][number];

interface PushBlockOptions {
  readonly findings: readonly unknown[];
  readonly connector: ViewConnector | undefined;
  readonly unmapped: readonly unknown[];
  readonly currentPush: PushStateAlertProps['currentPush'];
}

/** Returns why the part can't be pushed to the chosen platform; null if it can. */
function blockOf({ findings, connector, unmapped, currentPush }: PushBlockOptions): string | null {
  if (findings.length > 0) return '资料不完整';
  if (!connector) return '没有对接平台';
  if (unmapped.length > 0) return '代码没有对照';
  return currentPush ? '已在推送记录中' : null;
}

interface PushedContentProps {
  readonly view: PushProjectView;
  readonly part: PushPart;
  readonly exchange: ViewConnector['exchange'];
}

/** The data of a push: by groups of the authority's message, or by our own sections. */
function PushedContent({ view, part, exchange }: PushedContentProps) {
  if (exchange) return <ExchangeParts exchange={exchange} />;
  if (!view.payload) return <p className={styles.quiet}>{view.blocked}</p>;
  return <PayloadView payload={view.payload} sections={sectionsOfPart[part]} findings={view.findings[part] ?? []} />;
}

/** The message in the form that the platform receives. */
function PlatformMessage({
  connector,
  part,
}: {
  readonly connector: ViewConnector | undefined;
  readonly part: PushPart;
}) {
  if (connector?.exchange) return <pre className={styles.json}>{connector.exchange.text}</pre>;
  if (connector?.bodies[part])
    return <pre className={styles.json}>{JSON.stringify(connector.bodies[part], null, 2)}</pre>;
  return <p className={styles.quiet}>选择对接平台后，按其字段与代码对照显示报文。</p>;
}

function PushBody({ project, family, part }: Omit<PushPageProps, 'title'> & { readonly project: number }) {
  useReloadOnReturn(pushKey);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [shownPushId, setShownPushId] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...pushKey, 'project', project, family],
    queryFn: ({ signal }) => fetchPushProject(project, family, signal),
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.pushes.some((push) => underway.includes(String(push['state']))) ? 5000 : false,
  });
  if (error)
    return <RetryNotice title="推送资料加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const connector = data.connectors.find(({ id }) => id === chosenId) ?? preferredConnector(data.connectors);
  const exchange = connector?.exchange ?? null;
  // An adapter sends the whole report, whichever page it is pushed from.
  const sentPart = connector && !connector.parts.includes(part) ? (connector.parts[0] ?? part) : part;
  const findings = exchange ? exchange.findings : (data.findings[part] ?? []);
  const unmapped = connector?.unmapped[part] ?? [];
  const currentPush = data.pushes.find(
    (push) =>
      push['part'] === sentPart && push['connector'] === connector?.id && push['reportNo'] === data.report?.reportNo,
  );
  const disabledReason = data.blocked ?? blockOf({ findings, connector, unmapped, currentPush });
  return (
    <div className={styles.page}>
      <PushStateAlert view={data} findings={findings} unmapped={unmapped} currentPush={currentPush} />
      <PushBar
        project={project}
        part={sentPart}
        view={data}
        connector={connector}
        disabledReason={disabledReason}
        onChoose={setChosenId}
      />
      <Tabs
        className={styles.scroll ?? ''}
        items={[
          {
            key: 'content',
            label: '推送资料',
            children: <PushedContent view={data} part={part} exchange={exchange} />,
          },
          {
            key: 'body',
            label: '平台报文',
            children: <PlatformMessage connector={connector} part={part} />,
          },
          {
            key: 'records',
            label: `推送记录（${data.pushes.filter((push) => push['part'] === sentPart).length}）`,
            children: <PushRecords view={data} part={sentPart} onOpen={setShownPushId} />,
          },
        ]}
      />
      <PageDrawer
        open={shownPushId !== null}
        size={760}
        title="请求与答复"
        onClose={() => setShownPushId(null)}
        destroyOnHidden
      >
        {shownPushId !== null && <PushDetail id={shownPushId} />}
      </PageDrawer>
    </div>
  );
}

/** One part of a project's report: data, missing data with links, the platform's payload, and its pushes. */
export function PushPage({ title, family, part }: PushPageProps) {
  return (
    <ProjectPage title={title}>
      {(project) => <PushBody project={project.id} family={family} part={part} />}
    </ProjectPage>
  );
}
