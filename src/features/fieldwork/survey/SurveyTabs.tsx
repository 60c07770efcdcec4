import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Skeleton, Tabs } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { ScopeNote } from '@/features/library/scope/ScopeNote';
import { HeadForm } from '@/features/projects/HeadForm';
import { missingItemsKey } from '@/features/projects/missing/useMissingItems';
import { ProjectProblems } from '@/features/projects/ProjectProblems';
import type { ProjectRow } from '@/features/projects/useProject';
import { deferredPart } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import { RetryNotice } from '@/lib/notice/Notice';
import { usePlaceInAddress } from '@/lib/placeInAddress';
import type { AnyRow } from '@contract/entity';
import { siteSurvey } from '@contract/features/fieldwork/entities/siteSurvey';
import { surveyTexts } from '@contract/features/fieldwork/plan/planTexts';
import type { CopySurvey } from '@contract/features/fieldwork/survey/surveyWire';
import type { SurveyOf } from '@contract/features/fieldwork/survey/surveyWire';
import { TemplateDialog } from '../choosing/TemplateDialog';
import { CopySurveyDialog } from './CopySurveyDialog';
import { HazardSheet, type HazardSuggestion, type TakeHazard } from './HazardSheet';
import { copySurvey, surveyOf } from './surveyCalls';
import { SurveySuggestions } from './SurveySuggestions';
import styles from './details.module.css';

export type SurveyDialog = 'earlier' | 'template' | null;

/** Drawings and files, loaded with the first tab that shows them. */
const ProjectFiles = deferredPart(async () => (await import('@/features/projects/files/ProjectFiles')).ProjectFiles);

interface SurveyTabsProps {
  readonly project: ProjectRow;
  /** Reason why nothing can be edited; null otherwise. */
  readonly locked: string | null;
  readonly dialog: SurveyDialog;
  readonly onDialog: (dialog: SurveyDialog) => void;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onCounts: (counts: SurveyOf['counts']) => void;
}

const surveyFacts = [
  'surveyedOn',
  'surveyors',
  'companionName',
  'workers',
  'shiftSystem',
  'product',
  'designTemperature',
  'remark',
] as const;
const parts = [
  { key: 'process', label: '工艺流程', hint: '流程图、工艺说明' },
  { key: 'materials', label: '原辅材料', hint: '原辅材料清单、安全技术说明书' },
  { key: 'layout', label: '设备布局', hint: '平面图、设备布局图' },
  { key: 'unit', label: '评价单元', hint: '评价单元划分表、单元平面图' },
] as const;
/** Drawings of the whole site, which an evaluation report shows (GBZ 331-2024 6.2.9.2.8). */
const drawings = [
  { key: 'location', label: '地理位置', hint: '地理位置图' },
  { key: 'sitePlan', label: '总平面布置', hint: '总平面布置图' },
] as const;

/** Returns the tabs with unsaved input, and the function by which a tab reports it. */
function useUnsavedTabs(onUnsaved: (unsaved: boolean) => void) {
  const [dirty, setDirty] = useState<Readonly<Record<string, boolean>>>({});
  const setTabDirty = useCallback(
    (name: string, unsaved: boolean) =>
      setDirty((before) => (Boolean(before[name]) === unsaved ? before : { ...before, [name]: unsaved })),
    [],
  );
  const unsaved = Object.values(dirty).some(Boolean);
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved]);
  return { dirty, tell: setTabDirty };
}

interface TabsOptions {
  readonly project: ProjectRow;
  readonly survey: AnyRow;
  readonly counts: SurveyOf['counts'];
  readonly locked: boolean;
  /** Tabs with unsaved input. */
  readonly dirty: Readonly<Record<string, boolean>>;
  readonly setTabDirty: (name: string, unsaved: boolean) => void;
  /** Counter that reloads the sheet after rows were copied from another source. */
  readonly copied: number;
  readonly refresh: () => Promise<unknown>;
  readonly onTake: (take: TakeHazard | null) => void;
}

/** Form of some fields of the survey. */
function TabForm(props: TabsOptions & { readonly name: string; readonly fields: readonly string[] }) {
  const { survey, name, fields, locked, refresh, setTabDirty } = props;
  return (
    <HeadForm
      entity={siteSurvey}
      row={survey}
      fields={fields}
      locked={locked}
      onSaved={() => void refresh()}
      onDirty={(isDirty) => setTabDirty(name, isDirty)}
    />
  );
}

/**
 * Returns the function that adds a suggested hazard to the sheet (null while it can't), and the callback by which the
 * sheet registers it.
 */
function useAdopting(setTab: (tab: string) => void) {
  const [takeHazard, setTakeHazard] = useState<TakeHazard | null>(null);
  const onTake = useCallback((nextTake: TakeHazard | null) => setTakeHazard(() => nextTake), []);
  const adoptSuggestion = (suggested: HazardSuggestion) => {
    const isNew = takeHazard?.(suggested);
    setTab('hazards');
    feedback.notify('info', (isNew ? surveyTexts.adopted : surveyTexts.adoptedBefore)(suggested.name));
  };
  return { adopt: takeHazard && adoptSuggestion, onTake };
}

interface TabLabelProps {
  readonly text: string;
  readonly count?: number;
  readonly unsaved: boolean | undefined;
}

function TabLabel({ text, count, unsaved }: TabLabelProps) {
  return (
    <span>
      {text}
      {count ? `（${count}）` : ''}
      {unsaved && <i className={styles.dot} role="img" aria-label="有未保存的修改" />}
    </span>
  );
}

type FilesPart = (typeof parts)[number] | (typeof drawings)[number];

/** Files of one kind on a tab. */
function DrawingsTab({ project, locked, copied, refresh, part }: TabsOptions & { readonly part: FilesPart }) {
  const { key: kind, label, hint } = part;
  return (
    <ProjectFiles
      wanted
      project={project.id}
      kind={kind}
      label={label}
      hint={hint}
      locked={locked}
      onChanged={() => void refresh()}
      copied={copied}
    />
  );
}

function surveyTabs(options: TabsOptions) {
  const { project, survey, counts, locked, dirty, setTabDirty, copied, refresh, onTake } = options;
  return [
    {
      key: 'facts',
      label: <TabLabel text="基本情况" unsaved={dirty.facts} />,
      forceRender: true,
      children: (
        <div className={styles.scroll}>
          <SurveyOrigin survey={survey} />
          <TabForm {...options} name="facts" fields={surveyFacts} />
        </div>
      ),
    },
    {
      key: 'hazards',
      label: <TabLabel text="岗位与危害因素" count={counts.hazards} unsaved={dirty.hazards} />,
      forceRender: true,
      children: (
        <HazardSheet
          key={`${copied} ${String(project.stage)}`}
          project={project.id}
          locked={locked}
          onUnsaved={setTabDirty}
          onSaved={() => void refresh()}
          onTake={onTake}
        />
      ),
    },
    ...parts.map((part) => ({
      key: part.key,
      label: <TabLabel text={part.label} unsaved={dirty[part.key]} />,
      forceRender: true,
      children: (
        <div className={styles.scroll}>
          <TabForm {...options} name={part.key} fields={[part.key]} />
          <DrawingsTab {...options} part={part} />
        </div>
      ),
    })),
    {
      key: 'drawings',
      label: '地理位置与总平面',
      forceRender: true,
      children: (
        <div className={styles.scroll}>
          {drawings.map((part) => (
            <section key={part.key} aria-label={part.label}>
              <h3 className={styles.drawing}>{part.label}</h3>
              <DrawingsTab {...options} part={part} />
            </section>
          ))}
        </div>
      ),
    },
  ];
}

/** The tabs of a survey. They stay mounted, so that switching loses no input. */
export function SurveyTabs({ project, locked, dialog, onDialog, onUnsaved, onCounts }: SurveyTabsProps) {
  const queryClient = useQueryClient();
  const key = ['siteSurvey', project.id] as const;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...key, String(project.stage)],
    queryFn: ({ signal }) => surveyOf(project.id, signal),
    retry: false,
  });
  const refresh = useCallback(
    () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['siteSurvey', project.id] }),
        queryClient.invalidateQueries({ queryKey: missingItemsKey(project.id) }),
      ]),
    [queryClient, project.id],
  );
  const [tab, setTab] = useState('hazards');
  usePlaceInAddress(Boolean(data), (place) => setTab(place.tab ?? tab));
  const { dirty, tell } = useUnsavedTabs(onUnsaved);
  useEffect(() => {
    if (data) onCounts(data.counts);
  }, [data, onCounts]);
  /** Counter that reloads the sheet after rows were copied from another source. */
  const [copyCount, setCopyCount] = useState(0);
  const { adopt, onTake } = useAdopting(setTab);
  const [problems, setProblems] = useState<readonly string[]>([]);

  if (error)
    return <RetryNotice title="调查加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (isPending || !data) return <Skeleton active />;
  const { survey, counts } = data;
  if (!survey) return <Empty description="还没有现场调查" />;

  const copy = async (body: CopySurvey) => {
    const { message, brought: copyResult } = await copySurvey(body);
    feedback.notify('success', message);
    setProblems(copyResult.problems);
    setCopyCount((count) => count + 1);
    setTab('hazards');
    await refresh();
  };
  const head = survey as unknown as AnyRow;
  return (
    <div className={styles.survey}>
      <ProjectProblems title="有内容没有复制" sentences={problems} onClose={() => setProblems([])} />
      <ScopeNote project={project.id} />
      <SurveySuggestions project={project.id} onTake={adopt} />
      <Tabs
        className={styles.tabs ?? ''}
        activeKey={tab}
        onChange={setTab}
        items={surveyTabs({
          project,
          survey: head,
          counts,
          locked: locked !== null,
          dirty,
          setTabDirty: tell,
          copied: copyCount,
          refresh,
          onTake,
        })}
      />
      <CopySurveyDialog
        project={project.id}
        open={dialog === 'earlier'}
        existingCount={counts.hazards}
        onClose={() => onDialog(null)}
        onConfirm={(choice) => copy({ project: project.id, ...choice })}
      />
      <TemplateDialog
        path="api/siteSurveyModule"
        open={dialog === 'template'}
        existingCount={counts.hazards}
        onClose={() => onDialog(null)}
        onConfirm={(choice) => copy({ project: project.id, ...choice })}
      />
    </div>
  );
}

/** Shows the source from which the survey was copied. */
function SurveyOrigin({ survey }: { readonly survey: AnyRow }) {
  const from = [
    survey.copiedFromName && `复制自项目${String(survey.copiedFromName)}`,
    survey.templateName && `采用模板“${String(survey.templateName)}”`,
  ].filter(Boolean);
  return from.length ? <p className={styles.origin}>{from.join('；')}</p> : null;
}
