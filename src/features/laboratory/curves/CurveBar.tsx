import { useIsFetching } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { useNextSignature } from '@/features/projects/moves/useNextSignature';
import { DictCell } from '@/fields';
import { feedback } from '@/lib/feedback';
import { useFocusNear } from '@/lib/useFocusNear';
import { useCan } from '@/session/useCan';
import { type CurvePlan, curvePartOf, missingCurveEquipment } from '@contract/features/laboratory/curves/curvePlan';
import { curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import type { CurveView } from '@contract/features/laboratory/curves/curveView';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { permissionOf } from '@contract/permissions';
import { mayEdit } from '@contract/workflow/stateMachine';
import type { Timeline } from '@contract/workflow/workflowWire';
import { type CurveOnWire, newVersion, pinToRecord, removeCurve } from './curveCalls';
import styles from './curve.module.css';

interface CurveBarProps {
  readonly work: LabWork;
  readonly curve: CurveOnWire;
  readonly plan: CurvePlan;
  readonly timeline: Timeline | undefined;
  /** Reasons by move why it can't be made yet. */
  readonly blocked: Readonly<Record<string, string | undefined>>;
  /** Opens the timeline. */
  readonly onShowTimeline: () => void;
  /** Reloads the curves and the record. */
  readonly refresh: () => Promise<void>;
  readonly onMade: (id: number | null) => void;
}

interface BlockedOptions {
  readonly view: CurveView;
  readonly plan: CurvePlan;
  readonly curve: CurveOnWire;
  readonly unsaved: boolean;
}

/** Returns the reasons why the curve can't be submitted or approved yet. */
export function blockedMoves({ view, plan, curve, unsaved }: BlockedOptions) {
  const firstBlock = view.findings.find(({ blocks }) => blocks)?.message;
  const missingMeans = missingCurveEquipment(plan, curve);
  const submitBlocked = unsaved
    ? '请先保存各级数据'
    : !view.accepted
      ? (firstBlock ?? curveTexts.noPoints)
      : missingMeans.length
        ? curveTexts.meansNeeded(String(curve.curveNo), missingMeans)
        : undefined;
  return { submit: submitBlocked, approve: view.accepted ? undefined : firstBlock };
}

/** Returns the bar's writing calls, and whether one is running. */
function useCurveCalls({ work, curve, refresh, onMade }: CurveBarProps) {
  const { id } = curve;
  const [busy, setBusy] = useState(false);
  useFocusNear(busy);
  const runAndRefresh = async (call: () => Promise<unknown>) => {
    setBusy(true);
    await succeeded(call());
    setBusy(false);
  };
  const remove = async () => {
    if (!(await feedback.confirm(`删除${String(curve.curveNo)}及其各级数据？`, { danger: true, okText: '删除' })))
      return;
    await runAndRefresh(async () => {
      await removeCurve(curve);
      onMade(null);
      await refresh();
    });
  };
  const version = () =>
    runAndRefresh(async () => {
      const versionResult = await newVersion(id);
      feedback.notify('success', versionResult.message);
      await refresh();
      onMade(versionResult.row?.id ?? null);
    });
  const pin = () =>
    runAndRefresh(async () => {
      await pinToRecord(work.sheet, id);
      feedback.notify('success', `本记录已改用${String(curve.curveNo)}，结果已重新计算`);
      await refresh();
    });
  return { busy, remove, version, pin };
}

/** Returns the actions that the person may perform in the curve's state. */
function useCurveRights({ work, curve, plan }: CurveBarProps) {
  const mayAdd = useCan([permissionOf(labCurve, 'add')]);
  const mayRemove = useCan([permissionOf(labCurve, 'del')]);
  const mayPin = useCan([permissionOf(labSheet, 'edit')]);
  const isPinned = work.sheet.curve === curve.id;
  const canPin =
    curve.state === 'approved' &&
    !isPinned &&
    work.locked === null &&
    mayPin &&
    plan.part === curvePartOf(work.sheet.layout);
  const canVersion = (curve.state === 'approved' || curve.state === 'retired') && mayAdd;
  return { isPinned, canPin, canVersion, canRemove: mayRemove && mayEdit(labCurveMachine, curve.state ?? '') };
}

/** Number and state of the curve, and its actions. */
export function CurveBar(props: CurveBarProps) {
  const { curve, timeline, blocked, onShowTimeline, refresh } = props;
  const waiting = useIsFetching({ queryKey: ['list', labCurve.path] }) > 0;
  const { isPinned, canPin, canVersion, canRemove } = useCurveRights(props);
  const { busy, remove, version, pin } = useCurveCalls(props);
  const openNextSignature = useNextSignature(labCurveMachine);
  return (
    <div className={styles.bar}>
      <h2 className={styles.name}>
        <span className="mono">{String(curve.curveNo)}</span>
        <DictCell dict="labCurveState" value={curve.state} />
        {isPinned && <span className={styles.used}>本记录使用</span>}
      </h2>
      <div className={styles.buttons}>
        <Button onClick={onShowTimeline}>曲线办理记录</Button>
        {canRemove && (
          <Button danger disabled={busy} onClick={() => void remove()}>
            删除
          </Button>
        )}
        {canVersion && (
          <Button loading={busy} onClick={() => void version()}>
            新增版本
          </Button>
        )}
        <MoveButtons
          entity={labCurve}
          row={curve}
          timeline={timeline}
          blocked={blocked}
          waiting={waiting}
          onMoved={(madeMove) => {
            void refresh();
            if (madeMove) void openNextSignature(madeMove);
          }}
        />
        {canPin && (
          <Button type="primary" loading={busy} onClick={() => void pin()}>
            用于本记录
          </Button>
        )}
      </div>
    </div>
  );
}
