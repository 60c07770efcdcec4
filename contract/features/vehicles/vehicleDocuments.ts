import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
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

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const perhaps = (value: unknown): string | null => text(value) || null;

/** Converts an API row to a printed plan. */
export const printedPlan = (row: AnyRow): PrintedPlan => ({
  planNo: text(row.planNo),
  vehicle: text(row.vehicleName),
  startAt: text(row.startAt),
  endAt: text(row.endAt),
  driver: text(row.driverName),
  people: texts(row.peopleName),
  instruments: texts(row.instrumentsName),
  project: text(row.projectName),
  destination: text(row.destination),
  purpose: text(row.purpose),
  state: text(row.state),
  startMileage: perhaps(row.startMileage),
  endMileage: perhaps(row.endMileage),
  departedAt: perhaps(row.departedAt),
  returnedAt: perhaps(row.returnedAt),
  remark: text(row.remark),
});

const states: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.vehiclePlanState.map(({ value, label }) => [value, label]),
);
const minute = (timestamp: string | null): string => (timestamp ?? '').slice(0, 16);
const driven = ({ startMileage, endMileage }: PrintedPlan): string =>
  startMileage !== null && endMileage !== null
    ? withoutTrailingZeros((Number(endMileage) - Number(startMileage)).toFixed(1))
    : '';

/** Builds 用车计划表: all trips of a period, for the notice board. */
export function planListDocument(
  agency: string,
  from: string,
  to: string,
  plans: readonly PrintedPlan[],
): PrintDocument {
  return {
    title: '用车计划表',
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
          states.get(plan.state) ?? '',
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
          { label: '计划出发', value: minute(plan.startAt) },
          { label: '计划返回', value: minute(plan.endAt) },
          { label: '目的地', value: plan.destination },
          { label: '事由', value: plan.purpose },
          { label: '项目', value: plan.project },
          { label: '状态', value: states.get(plan.state) ?? '' },
          { label: '随车设备', value: plan.instruments.join('、'), wide: true },
          { label: '出车时间', value: minute(plan.departedAt) },
          { label: '出车里程(km)', value: withoutTrailingZeros(plan.startMileage) },
          { label: '收车时间', value: minute(plan.returnedAt) },
          { label: '收车里程(km)', value: withoutTrailingZeros(plan.endMileage) },
          { label: '行驶里程(km)', value: driven(plan) },
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
