import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Failure, failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { todayText } from '@/lib/dateTexts';
import { Notice, RetryNotice } from '@/lib/notice/Notice';
import { useCan } from '@/session/useCan';
import { curvePlanOf } from '@contract/features/laboratory/curves/curvePlan';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { permissionOf } from '@contract/permissions';
import type { MethodPageProps } from '../methodPages';
import { addCurve, fetchCurves } from './curveCalls';
import { CurveEditor } from './CurveEditor';
import { CurveList } from './CurveList';
import styles from './curve.module.css';

/**
 * Creates a curve for the record's method and hazard, with the record's instrument and standard while they are valid.
 */
async function createCurve(
  { sheet }: MethodPageProps['work'],
  route: MethodPageProps['route'],
  plan: NonNullable<ReturnType<typeof curvePlanOf>>,
) {
  const head = {
    methodKind: route.method,
    part: route.part,
    method: sheet.method,
    hazard: sheet.hazard,
    fit: plan.usualFit,
    unit: plan.unit,
    subtractZero: false,
    preparedOn: sheet.testDate ?? todayText(),
    conditions: sheet.conditions,
    basis: plan.bases[0] ?? null,
  };
  return addCurve({ ...head, instrument: sheet.instrument, standard: sheet.standard }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'unfit') return addCurve(head);
    throw error;
  });
}

/**
 * 标准曲线, 标准系列: curves of the record's method and hazard. People prepare and approve them here, and choose one
 * for the record.
 */
export function CurvePage({ work, route, reload }: MethodPageProps) {
  const { sheet, method } = work;
  const plan = useMemo(() => curvePlanOf(route.method, route.part, method), [route.method, route.part, method]);
  const queryClient = useQueryClient();
  const key = useMemo(
    () => ['list', labCurve.path, 'page', sheet.method, sheet.hazard, route.part],
    [sheet.method, sheet.hazard, route.part],
  );
  const curves = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchCurves({ sheet }, route.part, signal),
    retry: false,
  });
  // A to-do names the curve that waits for a signature.
  const requestedId = Number(useSearchParams()[0].get('curve'));
  const [wantedId, setWantedId] = useState<number | null>(requestedId || null);
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useCan([permissionOf(labCurve, 'add')]);
  const refresh = useCallback(async () => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['list', labCurve.path] }), reload()]);
  }, [queryClient, reload]);

  if (!plan)
    return <Notice title="没有标准曲线" text={`${method.title}没有这样的曲线页，请从检测记录的其他页面继续。`} />;
  if (curves.error)
    return (
      <RetryNotice title="曲线加载失败" text={failureOf(curves.error).pageText} onRetry={() => void curves.refetch()} />
    );
  if (!curves.data) return <Skeleton active />;
  const list = curves.data;
  const chosenCurve =
    list.find(({ id }) => id === wantedId) ?? list.find(({ id }) => id === sheet.curve) ?? list[0] ?? null;

  const add = async () => {
    setAdding(true);
    const addAndChoose = async () => {
      const newCurve = await createCurve(work, route, plan);
      await refresh();
      setWantedId(newCurve?.id ?? null);
    };
    await succeeded(addAndChoose());
    setAdding(false);
  };
  return (
    <div className={styles.page}>
      <CurveList
        curves={list}
        chosenId={chosenCurve?.id ?? null}
        usedId={sheet.curve}
        canAdd={mayAdd}
        isAdding={isAdding}
        title={plan.title}
        onChoose={setWantedId}
        onAdd={() => void add()}
      />
      {chosenCurve ? (
        <CurveEditor
          key={chosenCurve.id}
          work={work}
          curve={chosenCurve}
          plan={plan}
          refresh={refresh}
          onMade={setWantedId}
        />
      ) : (
        <Empty description={`还没有${String(sheet.hazardName)}的${plan.title}${mayAdd ? '，请点击“新增”' : ''}`} />
      )}
    </div>
  );
}
