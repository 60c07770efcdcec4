import { Badge, Tabs, type TabsProps } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { ScopeNote } from '@/features/library/scope/ScopeNote';
import { HeadForm } from '@/features/projects/HeadForm';
import { ChangesSinceReturn } from '@/features/projects/moves/ChangesSinceReturn';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import type { ProjectRow } from '@/features/projects/useProject';
import { deferredPart } from '@/lib/deferredPart';
import { usePlaceInAddress } from '@/lib/placeInAddress';
import type { AnyRow } from '@contract/entity';
import { samplePlan } from '@contract/features/fieldwork/entities/samplePlan';
import type { UntestedHazard } from '@contract/features/fieldwork/plan/notTested';
import { untestedHazards, type UntestedMap } from '@contract/features/fieldwork/plan/untestedHazards';
import { ApprovalStrip } from './ApprovalStrip';
import { PlanFindings } from './PlanFindings';
import { PlanSheet, usePlanGrid } from './PlanSheet';
import { PlanTotalsBar } from './PlanTotalsBar';
import { untestedInput } from './UntestedInput';
import type { PlanModel } from './usePlan';
import styles from './details.module.css';

/** Drawings and files, loaded with the first tab that shows them. */
const ProjectFiles = deferredPart(async () => (await import('@/features/projects/files/ProjectFiles')).ProjectFiles);
const SketchButtons = deferredPart(async () => (await import('./sketch/SketchButtons')).SketchButtons);

interface PlanTabsProps {
  readonly project: ProjectRow;
  readonly plan: PlanModel;
  readonly head: AnyRow;
  readonly locked: boolean;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Returns the text fields of the plan. Lines without choices from an earlier plan stay editable. */
const wordsOf = ({ notTested, untested }: AnyRow): readonly string[] => [
  'basis',
  'days',
  'team',
  'safety',
  'untested',
  ...(notTested && !untestedHazards(untested as UntestedMap | null).length ? ['notTested'] : []),
  'remark',
];

/** Tab of the drawings of the measuring points. */
function sitesTab(project: ProjectRow, isLocked: boolean): NonNullable<TabsProps['items']>[number] {
  return {
    key: 'sites',
    label: '测点布置',
    children: (
      <div className={styles.scroll}>
        <SketchButtons wanted project={project.id} locked={isLocked} />
        <ProjectFiles
          wanted
          project={project.id}
          kind="sites"
          label="测点布置"
          hint="项目平面图、测点布置图"
          locked={isLocked}
        />
      </div>
    ),
  };
}

/** Label of the findings with the number of open findings. */
function CheckLabel({ locked, open }: { readonly locked: boolean; readonly open: number }) {
  return (
    <span>
      核对
      {!locked && open > 0 && (
        <>
          {'　'}
          <Badge count={open} size="small" title={`${open}处须修改或说明`} />
        </>
      )}
    </span>
  );
}

/** Remembers which tabs have unsaved work, and tells the page whether one has. */
function useUnsavedTabs(onUnsaved: PlanTabsProps['onUnsaved']) {
  const [dirty, setDirty] = useState<Readonly<Record<string, boolean>>>({});
  const reportUnsaved = useCallback(
    (name: string, unsaved: boolean) =>
      setDirty((before) => (Boolean(before[name]) === unsaved ? before : { ...before, [name]: unsaved })),
    [],
  );
  const unsaved = Object.values(dirty).some(Boolean);
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved]);
  return { dirty, reportUnsaved };
}

/** Label of a tab, with a dot while it has unsaved work. */
function TabLabel({ label, dirty }: { readonly label: string; readonly dirty: boolean | undefined }) {
  return (
    <span>
      {label}
      {dirty && <i className={styles.dot} role="img" aria-label="有未保存的修改" />}
    </span>
  );
}

/** Returns the input for 不检测. It stays the same while its hazards do not change: a new one would lose the caret. */
function useUntestedInput(check: PlanModel['check'], isLocked: boolean) {
  const hazardsJson = JSON.stringify(check?.notTested ?? []);
  return useMemo(
    () => ({ untested: untestedInput(JSON.parse(hazardsJson) as readonly UntestedHazard[], isLocked) }) as never,
    [hazardsJson, isLocked],
  );
}

/** Tabs of a plan: rows, totals, findings and history. */
export function PlanTabs({ project, plan, head, locked, onUnsaved }: PlanTabsProps) {
  const { check, totals, timeline, refresh } = plan;
  const [tab, setTab] = useState('rows');
  const { dirty, reportUnsaved } = useUnsavedTabs(onUnsaved);
  const grid = usePlanGrid(project.id, locked, () => void refresh());
  const goToField = ({ row, field }: { row: number | null; field: string | null }): boolean => {
    const key = [...grid.state.base].find(([, storedRow]) => storedRow.id === row)?.[0];
    if (key === undefined) return false;
    setTab('rows');
    grid.jumpTo(key, field ?? 'place');
    return true;
  };
  usePlaceInAddress(
    check !== undefined && (check.errors.every(({ row }) => row === null) || grid.state.base.size > 0),
    (place) => {
      setTab(place.tab ?? tab);
      if (place.row !== undefined && goToField({ row: place.row, field: place.field ?? null })) return 'rows';
    },
  );
  const inputs = useUntestedInput(check, locked);
  const open = (check?.errors.length ?? 0) + (check?.warnings.filter(({ explained }) => !explained).length ?? 0);
  return (
    <>
      <ApprovalStrip state={String(head.state)} timeline={timeline} />
      <InvalidSignatures timeline={timeline} />
      <ChangesSinceReturn timeline={timeline} />
      <Tabs
        className={styles.tabs ?? ''}
        activeKey={tab}
        onChange={setTab}
        items={[
          {
            key: 'rows',
            label: <TabLabel label="采样方案" dirty={dirty['rows']} />,
            forceRender: true,
            children: <PlanSheet grid={grid} onUnsaved={reportUnsaved} />,
          },
          {
            key: 'totals',
            label: '合计',
            children: (
              <div className={styles.scroll}>
                <PlanTotalsBar totals={totals} />
              </div>
            ),
          },
          {
            key: 'check',
            label: <CheckLabel locked={locked} open={open} />,
            children: (
              <div className={styles.scroll}>
                <ScopeNote project={project.id} />
                <PlanFindings check={check} onGo={goToField} />
              </div>
            ),
          },
          {
            key: 'words',
            label: <TabLabel label="方案说明" dirty={dirty['words']} />,
            forceRender: true,
            children: (
              <div className={styles.scroll}>
                <HeadForm
                  entity={samplePlan}
                  row={head}
                  fields={wordsOf(head)}
                  inputs={inputs}
                  locked={locked}
                  onSaved={() => void refresh()}
                  onDirty={(isDirty) => reportUnsaved('words', isDirty)}
                />
              </div>
            ),
          },
          sitesTab(project, locked),
        ]}
      />
    </>
  );
}
