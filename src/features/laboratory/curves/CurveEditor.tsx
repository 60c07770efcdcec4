import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { failureOf } from '@/api/failures';
import { went } from '@/api/went';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { Returned } from '@/features/projects/moves/Returned';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import { Steps } from '@/features/projects/moves/Steps';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { DictCell } from '@/fields';
import { DataGrid, type EntryRow, useDataGrid } from '@/grid/DataGrid';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { useFocusNear } from '@/lib/useFocusNear';
import { PageDrawer } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import type { FitKind } from '@contract/arithmetic/curves/regression';
import { fixedDictionaries } from '@contract/dictionaries';
import type { PdfTable } from '@contract/features/laboratory/curves/curvePdf';
import {
  type CurvePlan,
  curvePartOf,
  lackingMeans,
  planForItem,
  ruleText,
} from '@contract/features/laboratory/curves/curvePlan';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import { curveView, liveView } from '@contract/features/laboratory/curves/curveView';
import type { PointFacts } from '@contract/features/laboratory/curves/curveWork';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { permissionOf } from '@contract/permissions';
import { mayEdit } from '@contract/workflow/machine';
import { pointColumns, workedBy } from './columns';
import { type CurveOnWire, editCurve, newVersion, pinToRecord, removeCurve } from './curveCalls';
import { CurveHead } from './CurveHead';
import { CurveFacts, CurveOutcome } from './CurveOutcome';
import { FitChoice, type Fitting } from './FitChoice';
import { PdfImport } from './PdfImport';
import styles from './curve.module.css';

// The chart library loads with the first plot.
const CurvePlotView = lazy(() => import('./CurvePlotView'));

const stateLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labCurveState.map(({ value, label }) => [value, label]),
);

interface CurveEditorProps {
  readonly work: LabWork;
  readonly curve: CurveOnWire;
  readonly plan: CurvePlan;
  /** Reloads the curves and the record. */
  readonly refresh: () => Promise<void>;
  readonly onMade: (id: number | null) => void;
}

/** Editor of one curve: head, levels with immediate results, plot, verdict and actions. */
export function CurveEditor({ work, curve, plan: methodPlan, refresh, onMade }: CurveEditorProps) {
  const { id, unit } = curve;
  const { item } = work;
  const plan = useMemo(() => planForItem(methodPlan, item, String(unit)), [methodPlan, item, unit]);
  const open = mayEdit(labCurveMachine, curve.state ?? '');
  const locked = open ? null : curveTexts.locked(stateLabels.get(curve.state ?? '') ?? '');
  const mayWrite = useCan([permissionOf(labCurve, 'edit')]);
  const mayAdd = useCan([permissionOf(labCurve, 'add')]);
  const mayRemove = useCan([permissionOf(labCurve, 'del')]);
  const mayPin = useCan([permissionOf(labSheet, 'edit')]);
  const [wayOpen, setWayOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  useFocusNear(busy);
  const waiting = useIsFetching({ queryKey: ['list', labCurve.path] }) > 0;
  const timeline = useQuery({
    queryKey: ['labCurve', id, 'timeline', curve.version],
    queryFn: ({ signal }) => fetchTimeline(labCurve, id, signal),
    retry: false,
  });

  // The choice applies at once; the server confirms it later.
  const stored: Fitting = { fit: curve.fit as FitKind, subtractZero: curve.subtractZero === true };
  const [chosen, setChosen] = useState<Fitting | null>(null);
  const fitting = chosen ?? stored;
  const { fit, subtractZero } = fitting;
  const { conditions } = curve;
  const columns = useMemo(() => pointColumns(plan), [plan]);
  const { viewOf, derive } = useMemo(
    () =>
      workedBy((points: readonly PointFacts[]) =>
        open ? liveView({ fit, subtractZero, conditions }, points, plan) : curveView(curve, points),
      ),
    [open, fit, subtractZero, conditions, plan, curve],
  );
  const fixedValues = useMemo(() => ({ curve: id }), [id]);
  const onSaved = useCallback(() => void refresh(), [refresh]);
  const grid = useDataGrid({ entity: labCurvePoint, columns, fixedValues, order: 'rowSort', locked, derive, onSaved });
  const view = viewOf(grid.rows);
  const unsaved = grid.unsaved > 0;

  const choose = async (next: Fitting) => {
    setChosen(next);
    try {
      await editCurve({ ...curve, ...next, id, version: curve.version });
    } catch (error) {
      const { errors, message } = failureOf(error);
      feedback.notify('error', errors?.[0]?.message ?? message);
    }
    await refresh();
    setChosen(null);
  };
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await went(work());
    setBusy(false);
  };
  const remove = async () => {
    if (!(await feedback.confirm(`删除${String(curve.curveNo)}及其各级数据？`, { danger: true, okText: '删除' })))
      return;
    await act(async () => {
      await removeCurve(id);
      onMade(null);
      await refresh();
    });
  };
  const take = (table: PdfTable) => {
    const rows = table.levels.map(({ x, responses: [y1 = null, y2 = null, y3 = null] }): EntryRow => ({
      key: newId(),
      values: { ...grid.blank, x, y1, y2, y3 },
    }));
    grid.change((before) => [...before.history.present.rows.filter((row) => !grid.isUntouched(row)), ...rows]);
  };

  const firstBlock = view.findings.find(({ blocks }) => blocks)?.message;
  const lacking = lackingMeans(plan, curve);
  const submitBlocked = unsaved
    ? '请先保存各级数据'
    : !view.accepted
      ? (firstBlock ?? curveTexts.noPoints)
      : lacking.length
        ? curveTexts.meansNeeded(String(curve.curveNo), lacking)
        : undefined;
  const isPinned = work.sheet.curve === id;
  const canPin =
    curve.state === 'approved' &&
    !isPinned &&
    work.locked === null &&
    mayPin &&
    plan.part === curvePartOf(work.sheet.layout);
  const canVersion = (curve.state === 'approved' || curve.state === 'retired') && mayAdd;
  const summary = `${curve.curveNo ?? ''}：${[view.verdict, view.equation, ...view.facts.slice(0, 4).map(({ label, text }) => `${label}${text}`)].filter(Boolean).join('，')}`;
  return (
    <section className={styles.editor} aria-label={`${plan.title} ${String(curve.curveNo)}`}>
      <div className={styles.bar}>
        <h2 className={styles.name}>
          <span className="mono">{String(curve.curveNo)}</span>
          <DictCell dict="labCurveState" value={curve.state} />
          {isPinned && <span className={styles.used}>本记录使用</span>}
        </h2>
        <div className={styles.buttons}>
          <Button onClick={() => setWayOpen(true)}>办理记录</Button>
          {open && mayRemove && (
            <Button danger disabled={busy} onClick={() => void remove()}>
              删除
            </Button>
          )}
          {canVersion && (
            <Button
              loading={busy}
              onClick={() =>
                void act(async () => {
                  const made = await newVersion(id);
                  feedback.notify('success', made.message);
                  await refresh();
                  onMade(made.row?.id ?? null);
                })
              }
            >
              建立新版本
            </Button>
          )}
          <MoveButtons
            entity={labCurve}
            row={curve}
            timeline={timeline.data}
            blocked={{ submit: submitBlocked, approve: view.accepted ? undefined : firstBlock }}
            waiting={waiting}
            onMoved={() => void refresh()}
          />
          {canPin && (
            <Button
              type="primary"
              loading={busy}
              onClick={() =>
                void act(async () => {
                  await pinToRecord(work.sheet, id);
                  feedback.notify('success', `本记录已改用${String(curve.curveNo)}，结果已重新计算`);
                  await refresh();
                })
              }
            >
              用于本记录
            </Button>
          )}
        </div>
      </div>
      <InvalidSignatures timeline={timeline.data} />
      <Returned timeline={timeline.data} />
      <CurveHead curve={curve} plan={plan} locked={!open || !mayWrite} onSaved={() => void refresh()} />
      {plan.sheet && (
        <FitChoice
          plan={plan}
          fitting={fitting}
          disabled={!open || !mayWrite || chosen !== null}
          onChange={(next) => void choose(next)}
        />
      )}
      <CurveOutcome view={view} rule={ruleText(plan, fit)} />
      <div className={styles.points}>
        <DataGrid grid={grid} label={`${plan.title}各级数据`} />
      </div>
      {view.plot && view.rows.length > 0 && (
        <div className={styles.drawn}>
          <figure className={styles.figure}>
            <Suspense fallback={<Skeleton active />}>
              <CurvePlotView plot={view.plot} label={`曲线图，${summary}`} />
            </Suspense>
            <figcaption>
              上：各级响应值、拟合线及其95%置信带；下：残差。空心菱形为剔除的浓度点。各级数值见上方表格。
            </figcaption>
          </figure>
          <CurveFacts facts={view.facts} />
        </div>
      )}
      {plan.sheet && (
        <PdfImport
          sheet={work.sheet.id}
          curve={id}
          writable={open && mayWrite}
          attachable={work.locked === null}
          onTake={take}
        />
      )}
      <PageDrawer
        open={wayOpen}
        size={400}
        title={`${String(curve.curveNo)} 的办理记录`}
        onClose={() => setWayOpen(false)}
      >
        <Steps timeline={timeline.data} failed={timeline.isError} />
      </PageDrawer>
    </section>
  );
}
