import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { ReturnNotice } from '@/features/projects/moves/ReturnNotice';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import { StepTimeline } from '@/features/projects/moves/StepTimeline';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { DataGrid } from '@/grid/DataGrid';
import { feedback } from '@/lib/feedback';
import { PageDrawer } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import type { FitKind } from '@contract/arithmetic/curves/fitCurve';
import { fixedDictionaries } from '@contract/dictionaries';
import { type CurvePlan, planForItem, ruleText } from '@contract/features/laboratory/curves/curvePlan';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import type { CurveView } from '@contract/features/laboratory/curves/curveView';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { permissionOf } from '@contract/permissions';
import { mayEdit } from '@contract/workflow/stateMachine';
import { blockedMoves, CurveBar } from './CurveBar';
import { type CurveOnWire, editCurve } from './curveCalls';
import { CurveHead } from './CurveHead';
import { CurveFacts, CurveOutcome } from './CurveOutcome';
import { FitChoice, type FitSettings } from './FitChoice';
import { PdfImport } from './PdfImport';
import { useCurveGrid } from './useCurveGrid';
import styles from './curve.module.css';

// The chart library loads with the first plot.
const CurvePlotView = lazy(() => import('./CurvePlotView'));

const stateLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labCurveState.map(({ value, label }) => [value, label]),
);

/** Returns the fitting in use. A choice applies at once; the server confirms it later. */
function useFitting(curve: CurveOnWire, refresh: () => Promise<void>) {
  const storedFitting: FitSettings = { fit: curve.fit as FitKind, subtractZero: curve.subtractZero === true };
  const [chosenFitting, setChosenFitting] = useState<FitSettings | null>(null);
  const choose = async (nextFitSettings: FitSettings) => {
    setChosenFitting(nextFitSettings);
    try {
      await editCurve({ ...curve, ...nextFitSettings, id: curve.id, version: curve.version });
    } catch (error) {
      const { errors, message } = failureOf(error);
      feedback.notify('error', errors?.[0]?.message ?? message);
    }
    await refresh();
    setChosenFitting(null);
  };
  return { fitting: chosenFitting ?? storedFitting, choosing: chosenFitting !== null, choose };
}

interface PlotPartProps {
  readonly curve: CurveOnWire;
  readonly view: CurveView;
}

/** Plot with residuals, and the figures of the regression beside it. */
function PlotPart({ curve, view }: PlotPartProps) {
  if (!view.plot || view.rows.length === 0) return null;
  const summary = `${curve.curveNo ?? ''}：${[view.verdict, view.equation, ...view.facts.slice(0, 4).map(({ label, text }) => `${label}${text}`)].filter(Boolean).join('，')}`;
  return (
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
  );
}

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
  const lockReason = open ? null : curveTexts.locked(stateLabels.get(curve.state ?? '') ?? '');
  const mayWrite = useCan([permissionOf(labCurve, 'edit')]);
  const [timelineOpen, setTimelineOpen] = useState(false);
  const timeline = useQuery({
    queryKey: ['list', labCurve.path, 'one', id, 'timeline', curve.version],
    queryFn: ({ signal }) => fetchTimeline(labCurve, id, signal),
    retry: false,
  });

  const { fitting, choosing, choose } = useFitting(curve, refresh);
  const { grid, view, takeTable } = useCurveGrid({ curve, plan, fitting, lockReason, refresh });

  return (
    <section className={styles.editor} aria-label={`${plan.title} ${String(curve.curveNo)}`}>
      <CurveBar
        work={work}
        curve={curve}
        plan={plan}
        timeline={timeline.data}
        blocked={blockedMoves({ view, plan, curve, unsaved: grid.unsaved > 0 })}
        onShowTimeline={() => setTimelineOpen(true)}
        refresh={refresh}
        onMade={onMade}
      />
      <InvalidSignatures timeline={timeline.data} />
      <ReturnNotice timeline={timeline.data} />
      <CurveHead curve={curve} plan={plan} locked={!open || !mayWrite} onSaved={() => void refresh()} />
      {plan.sheet && (
        <FitChoice
          plan={plan}
          fitting={fitting}
          disabled={!open || !mayWrite || choosing}
          onChange={(nextFitSettings) => void choose(nextFitSettings)}
        />
      )}
      <CurveOutcome view={view} rule={ruleText(plan, fitting.fit)} />
      <div className={styles.points}>
        <DataGrid grid={grid} label={`${plan.title}各级数据`} />
      </div>
      <PlotPart curve={curve} view={view} />
      {plan.sheet && (
        <PdfImport
          sheet={work.sheet.id}
          curve={id}
          writable={open && mayWrite}
          attachable={work.locked === null}
          onTake={takeTable}
        />
      )}
      <PageDrawer
        open={timelineOpen}
        size={400}
        title={`${String(curve.curveNo)} 的办理记录`}
        onClose={() => setTimelineOpen(false)}
      >
        <StepTimeline timeline={timeline.data} failed={timeline.isError} />
      </PageDrawer>
    </section>
  );
}
