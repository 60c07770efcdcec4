import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { currentFace } from '@contract/print/paperEdition';
import { withoutTrailingZeros } from '@contract/print/paperHead';
import type { PrintDocument } from '@contract/print/printDocument';
import { timesText } from './tripConflicts';

/** A plan for printing. */
interface PrintedPlan {
  readonly planNo: string;
  readonly vehicle: string;
  readonly startAt: string;
  readonly endAt: string;
  readonly driver: string;
  readonly people: readonly string[];
  readonly instruments: readonly string[];
  readonly project: string;
  readonly destination: string;
  readonly purpose: string;
  readonly state: string;
  readonly startMileage: string | null;
  readonly endMileage: string | null;
  readonly departedAt: string | null;
  readonly returnedAt: string | null;
  readonly remark: string;
}

export const dispatchTitle = '派车单';

const textList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const textOrEmpty = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const textOrNull = (value: unknown): string | null => textOrEmpty(value) || null;

/** Converts an API row to a printed plan. */
export const printedPlan = (row: AnyRow): PrintedPlan => ({
  planNo: textOrEmpty(row.planNo),
  vehicle: textOrEmpty(row.vehicleName),
  startAt: textOrEmpty(row.startAt),
  endAt: textOrEmpty(row.endAt),
  driver: textOrEmpty(row.driverName),
  people: textList(row.peopleName),
  instruments: textList(row.instrumentsName),
  project: textOrEmpty(row.projectName),
  destination: textOrEmpty(row.destination),
  purpose: textOrEmpty(row.purpose),
  state: textOrEmpty(row.state),
  startMileage: textOrNull(row.startMileage),
  endMileage: textOrNull(row.endMileage),
  departedAt: textOrNull(row.departedAt),
  returnedAt: textOrNull(row.returnedAt),
  remark: textOrEmpty(row.remark),
});

const stateLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.vehiclePlanState.map(({ value, label }) => [value, label]),
);
const toMinute = (timestamp: string | null): string => (timestamp ?? '').slice(0, 16);
const drivenKilometres = ({ startMileage, endMileage }: PrintedPlan): string =>
  startMileage !== null && endMileage !== null
    ? withoutTrailingZeros((Number(endMileage) - Number(startMileage)).toFixed(1))
    : '';

/**
 * Builds 用车计划表: all trips of a period, for the notice board.
 * @param agency name of the organization
 * @param from first day, `YYYY-MM-DD`
 * @param to last day, `YYYY-MM-DD`
 */
export function planListDocument(
  agency: string,
  from: string,
  to: string,
  plans: readonly PrintedPlan[],
): PrintDocument {
  return {
    title: '用车计划表',
    ...currentFace,
    agency,
    corner: '',
    blocks: [
      {
        kind: 'facts',
        label: '范围',
        pairs: 2,
        facts: [
          { label: '起止日期', value: `${from} 至 ${to}` },
          { label: '计划数', value: String(plans.length) },
        ],
      },
      {
        kind: 'table',
        title: '用车计划表',
        rowHeight: 9,
        columns: [
          { heading: '车辆', least: 22 },
          { heading: '时间', least: 34 },
          { heading: '目的地', least: 30 },
          { heading: '事由', least: 20 },
          { heading: '驾驶人', least: 16 },
          { heading: '随车人员', least: 24 },
          { heading: '随车设备', least: 30 },
          { heading: '状态', align: 'center' },
          { heading: '计划编号', least: 24 },
        ],
        rows: plans.map((plan) => [
          plan.vehicle,
          timesText(plan),
          plan.destination,
          plan.purpose,
          plan.driver,
          plan.people.join('、'),
          plan.instruments.join('、'),
          stateLabels.get(plan.state) ?? '',
          plan.planNo,
        ]),
      },
    ],
    signers: [],
    foot: '',
  };
}

/** Builds 派车单, which the driver carries and returns with the mileage. */
export function dispatchDocument(agency: string, plan: PrintedPlan): PrintDocument {
  return {
    title: dispatchTitle,
    ...currentFace,
    agency,
    corner: plan.planNo,
    blocks: [
      {
        kind: 'facts',
        label: '派车',
        pairs: 2,
        rowHeight: 10,
        facts: [
          { label: '计划编号', value: plan.planNo },
          { label: '车辆', value: plan.vehicle },
          { label: '驾驶人', value: plan.driver },
          { label: '随车人员', value: plan.people.join('、') },
          { label: '计划出发', value: toMinute(plan.startAt) },
          { label: '计划返回', value: toMinute(plan.endAt) },
          { label: '目的地', value: plan.destination },
          { label: '事由', value: plan.purpose },
          { label: '项目', value: plan.project },
          { label: '状态', value: stateLabels.get(plan.state) ?? '' },
          { label: '随车设备', value: plan.instruments.join('、'), wide: true },
          { label: '出车时间', value: toMinute(plan.departedAt) },
          { label: '出车里程(km)', value: withoutTrailingZeros(plan.startMileage) },
          { label: '收车时间', value: toMinute(plan.returnedAt) },
          { label: '收车里程(km)', value: withoutTrailingZeros(plan.endMileage) },
          { label: '行驶里程(km)', value: drivenKilometres(plan) },
          { label: '备注', value: plan.remark, wide: true },
        ],
      },
    ],
    signers: [
      { label: '派车人', name: '', on: '' },
      { label: '驾驶人', name: '', on: '' },
    ],
    foot: plan.planNo,
  };
}
