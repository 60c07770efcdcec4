import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { ChangeDeclarationDialog } from '@/features/platforms/declaration/ChangeDeclarationDialog';
import {
  declarationKey,
  downloadDeclaration,
  fetchDeclarations,
} from '@/features/platforms/declaration/declarationCalls';
import { DeclarationReceiptDialog } from '@/features/platforms/declaration/DeclarationReceiptDialog';
import { DeclarationVersionView } from '@/features/platforms/declaration/DeclarationVersionView';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { ReturnNotice } from '@/features/projects/moves/ReturnNotice';
import { StepTimeline } from '@/features/projects/moves/StepTimeline';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { DictCell } from '@/fields';
import { Notice, RetryNotice } from '@/lib/notice/Notice';
import { PageDrawer } from '@/session/overlays';
import { usePageName } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import { declarationFaults } from '@contract/features/platforms/declaration/declarationFaults';
import type { DeclarationVersion } from '@contract/features/platforms/declaration/declarationWire';
import { declarationTexts } from '@contract/features/platforms/declarationTexts';
import { declaration } from '@contract/features/platforms/entities/declaration';
import { permissionOf } from '@contract/permissions';
import styles from '@/features/platforms/declaration/declarations.module.css';

const addPermissions = [permissionOf(declaration, 'add')];
const editPermissions = [permissionOf(declaration, 'edit')];

function DownloadButton({ version }: { readonly version: DeclarationVersion }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await succeeded(
      downloadDeclaration(version.id, `${declarationTexts.title}-${version.unitName}-第${version.versionNo ?? 1}版`),
    );
    setBusy(false);
  };
  return (
    <Button loading={busy} onClick={() => void save()}>
      下载PDF
    </Button>
  );
}

/** Returns the chosen version, else the version of the year (a draft first), else the newest. */
function versionShown(versions: readonly DeclarationVersion[], year: number, chosenId: number | null) {
  return (
    versions.find(({ id }) => id === chosenId) ??
    versions.find(({ state, declareYear }) => state === 'drafting' && (!year || declareYear === year)) ??
    versions.find(({ declareYear }) => declareYear === year) ??
    versions[0]
  );
}

/** State, kind, day, receipt and source of a version. */
function VersionFacts({ version }: { readonly version: DeclarationVersion }) {
  return (
    <>
      <DictCell dict="declarationState" value={version.state} />
      <DictCell dict="declarationKind" value={version.declareKind} />
      {version.declaredOn && <span className={styles.quiet}>申报日期 {version.declaredOn}</span>}
      {version.receiptNo && <span className={styles.quiet}>申报回执号 {version.receiptNo}</span>}
      {version.sourceProjectName && <span className={styles.quiet}>数据来源项目：{version.sourceProjectName}</span>}
    </>
  );
}

/** Loads the versions of a unit, and the steps of the displayed one. */
function useDeclarations(unitId: number, year: number, chosenId: number | null) {
  const isValidUnit = Number.isInteger(unitId) && unitId > 0;
  const view = useQuery({
    queryKey: [...declarationKey, 'of', unitId],
    queryFn: ({ signal }) => fetchDeclarations(unitId, signal),
    enabled: isValidUnit,
    retry: false,
  });
  const versions = view.data?.versions ?? [];
  const version = versionShown(versions, year, chosenId);
  const timeline = useQuery({
    queryKey: [...declarationKey, 'timeline', version?.id, version?.version],
    queryFn: ({ signal }) => fetchTimeline(declaration, version?.id ?? 0, signal),
    enabled: version !== undefined,
    retry: false,
  });
  return { view, version, versions, timeline };
}

/**
 * 企业申报 of one unit, in the version of the requested year or the newest, with the actions fill in, submit, change,
 * compare, print.
 */
export default function DeclarationPage() {
  const [search] = useSearchParams();
  const unitId = Number(search.get('belongInspect'));
  const year = Number(search.get('createYear'));
  const queryClient = useQueryClient();
  const hasPermission = useMay();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [changing, setChanging] = useState<number | null>(null);
  const [receipted, setReceipted] = useState<DeclarationVersion | null>(null);
  const [wayOpen, setWayOpen] = useState(false);
  const isValidUnit = Number.isInteger(unitId) && unitId > 0;
  const { view, version, versions, timeline } = useDeclarations(unitId, year, chosenId);
  usePageName(view.data?.unit.unitName);
  if (!isValidUnit) return <Notice title="没有选择单位" text={declarationTexts.chooseUnit} />;
  if (view.error)
    return (
      <RetryNotice title="申报表加载失败" text={failureOf(view.error).pageText} onRetry={() => void view.refetch()} />
    );
  if (!view.data) return <Skeleton active />;
  if (!version) return <Notice title={view.data.unit.unitName} text={declarationTexts.nothing} />;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: declarationKey });
  const faults = version.state === 'drafting' ? declarationFaults(version, version.rows.length) : [];
  return (
    <section className={styles.page} aria-label={`企业申报 ${view.data.unit.unitName}`}>
      <div className={styles.head}>
        <h2 className={styles.title}>{view.data.unit.unitName}</h2>
        <Select
          aria-label="版次"
          value={version.id}
          options={versions.map((listedVersion) => ({
            value: listedVersion.id,
            label: `第${listedVersion.versionNo ?? 1}版　${listedVersion.declareYear ?? ''}年`,
          }))}
          onChange={setChosenId}
          style={{ minWidth: 150 }}
        />
        <VersionFacts version={version} />
        <span className={styles.acts}>
          <Button onClick={() => setWayOpen(true)}>办理记录</Button>
          <DownloadButton version={version} />
          {version.state !== 'drafting' && hasPermission(editPermissions) && (
            <Button onClick={() => setReceipted(version)}>{version.receiptNo ? '更改回执号' : '登记回执号'}</Button>
          )}
          {version.state === 'declared' && hasPermission(addPermissions) && (
            <Button onClick={() => setChanging(version.id)}>变更申报</Button>
          )}
          <MoveButtons
            entity={declaration}
            row={version}
            timeline={timeline.data}
            {...(faults.length > 0
              ? { blocked: { declare: declarationTexts.incomplete(faults.map(({ message }) => message)) } }
              : {})}
            onMoved={refresh}
          />
        </span>
      </div>
      {faults.length > 0 && hasPermission(editPermissions) && (
        <Alert type="warning" showIcon title={declarationTexts.incomplete(faults.map(({ message }) => message))} />
      )}
      <ReturnNotice timeline={timeline.data} />
      {version.state !== 'drafting' && <Alert type="info" showIcon title={declarationTexts.locked} />}
      <DeclarationVersionView
        key={version.id}
        version={version}
        versions={versions}
        mayEdit={hasPermission(editPermissions)}
        onSaved={refresh}
      />
      <ChangeDeclarationDialog
        id={changing}
        surveyedProjectNo={view.data.surveyedProjectNo}
        sourceProjectNo={versions.find(({ id }) => id === changing)?.sourceProjectName ?? null}
        onClose={() => setChanging(null)}
        onChanged={() => {
          setChosenId(null);
          refresh();
        }}
      />
      <DeclarationReceiptDialog version={receipted} onClose={() => setReceipted(null)} onSaved={refresh} />
      <PageDrawer open={wayOpen} size={400} title="申报表的办理记录" onClose={() => setWayOpen(false)}>
        <StepTimeline timeline={timeline.data} failed={timeline.isError} />
      </PageDrawer>
    </section>
  );
}
