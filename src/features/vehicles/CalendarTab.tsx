import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Segmented, Skeleton } from 'antd';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { todayText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PaperPages } from '@/lib/print/PaperPages';
import { usePrinted } from '@/lib/print/usePrinted';
import { EditDialog, type ListEditorModel } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import type { Entity } from '@contract/entity';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import { planListDocument, printedPlan } from '@contract/features/vehicles/vehicleDocuments';
import { permissionOf } from '@contract/permissions';
import { layOut } from '@contract/print/pageLayout';
import { daysOf, moveBy, type Span, spanTitle } from './calendarDays';
import { VehicleCalendar } from './VehicleCalendar';
import { boardKey, fetchBoard, type PlanRow } from './vehicleCalls';
import styles from './vehicles.module.css';

const spanOptions = [
  { value: 'week', label: '周' },
  { value: 'month', label: '月' },
] satisfies { value: Span; label: string }[];

interface CalendarBarProps {
  readonly span: Span;
  readonly day: string;
  readonly days: readonly string[];
  readonly onSpan: (span: Span) => void;
  readonly onDay: (day: string) => void;
  readonly children: ReactNode;
}

/** Toolbar for choosing the week or the month. */
function CalendarBar({ span, day, days, onSpan, onDay, children }: CalendarBarProps) {
  return (
    <div className={styles.bar}>
      <Segmented<Span> aria-label="日历范围" options={spanOptions} value={span} onChange={onSpan} />
      <Button onClick={() => onDay(moveBy(span, day, -1))}>{span === 'week' ? '上一周' : '上个月'}</Button>
      <span className={styles.span}>{spanTitle(span, days, day)}</span>
      <Button onClick={() => onDay(moveBy(span, day, 1))}>{span === 'week' ? '下一周' : '下个月'}</Button>
      <Button onClick={() => onDay(todayText())}>今天</Button>
      <span className={styles.grow} />
      {children}
    </div>
  );
}

/** Prints the plans of a period that are not cancelled, by their start. */
function usePlanListPrint(rows: readonly PlanRow[] | undefined, from: string, to: string) {
  const agency = useSession((session) => session.user?.organization?.name ?? '');
  const draw = useCallback(() => {
    const plans = (rows ?? [])
      .filter(({ state }) => state !== 'cancelled')
      .sort((a, b) => a.startAt.localeCompare(b.startAt));
    return <PaperPages laidOutPaper={layOut(planListDocument(agency, from, to, plans.map(printedPlan)))} />;
  }, [rows, agency, from, to]);
  return usePrinted(draw);
}

/** Stores another vehicle or time of a plan, and says so. */
async function movePlan(
  row: PlanRow,
  { vehicle, startAt, endAt }: { readonly vehicle: number; readonly startAt: string; readonly endAt: string },
): Promise<void> {
  const isAdjusted = await succeeded(
    crud<Entity>(vehiclePlan).edit(
      { id: row.id, version: row.version, vehicle, startAt, endAt },
      { once: true, quiet: () => false },
    ),
  );
  if (isAdjusted) feedback.notify('success', `${String(row.planNo)}已调整`);
}

/** Calendar with its toolbar. A dragged plan is saved at once; after a refusal it returns to its former place. */
export function CalendarTab({
  editor,
  onOpen,
}: {
  readonly editor: ListEditorModel;
  readonly onOpen: (row: PlanRow) => void;
}) {
  const queryClient = useQueryClient();
  const [span, setSpan] = useState<Span>('week');
  const [day, setDay] = useState(todayText);
  const days = useMemo(() => daysOf(span, day), [span, day]);
  const [from, to] = [days[0] ?? day, days.at(-1) ?? day];
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...boardKey, from, to],
    queryFn: ({ signal }) => fetchBoard(from, to, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [mayAdd, mayEdit] = [useCan([permissionOf(vehiclePlan, 'add')]), useCan([permissionOf(vehiclePlan, 'edit')])];
  const { sheet, print } = usePlanListPrint(data?.rows, from, to);
  const refreshList = () => queryClient.invalidateQueries({ queryKey: ['list', vehiclePlan.path] });
  const add = (chosenDay: string, vehicleId: number | null) =>
    void editor.openForm('add', null, {
      startAt: `${chosenDay} 08:00:00`,
      endAt: `${chosenDay} 17:00:00`,
      ...(vehicleId === null ? {} : { vehicle: vehicleId }),
    });
  return (
    <>
      <CalendarBar span={span} day={day} days={days} onSpan={setSpan} onDay={setDay}>
        {mayEdit && (
          <span className={styles.legend}>
            拖动或按Shift+方向键移动计划，点击或按Enter键打开；双击空白处或在格内按Enter键新增
          </span>
        )}
        <Button onClick={print} disabled={!data}>
          打印计划表
        </Button>
        {mayAdd && (
          <Button type="primary" onClick={() => add(todayText(), null)}>
            新增用车计划
          </Button>
        )}
      </CalendarBar>
      {error && <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />}
      {isPending && !error && <Skeleton active />}
      {data &&
        (data.vehicles.length ? (
          <VehicleCalendar
            board={data}
            span={span}
            days={days}
            month={day.slice(0, 7)}
            mayMove={mayEdit}
            onOpen={onOpen}
            onAdd={mayAdd ? add : undefined}
            onMove={(row, place) => void movePlan(row, place).then(refreshList)}
          />
        ) : (
          <Empty description="还没有车辆。请先在“车辆登记”中新增。" />
        ))}
      <EditDialog editor={editor} />
      {sheet}
    </>
  );
}
