import { Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { CalendarTab } from '@/features/vehicles/CalendarTab';
import { ConflictHints, EditingPlan } from '@/features/vehicles/ConflictHints';
import { DueDayCell } from '@/features/vehicles/DueDayCell';
import { type TripStep, TripDialog } from '@/features/vehicles/TripDialog';
import type { PlanRow } from '@/features/vehicles/vehicleCalls';
import { VehiclePlanDrawer } from '@/features/vehicles/VehiclePlanDrawer';
import { definePage, ListEditor, type ListPage, useListEditor } from '@/listEditor';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { vehicle } from '@contract/features/vehicles/entities/vehicle';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import { permissionOf } from '@contract/permissions';

const plans = definePage({
  entity: vehiclePlan,
  url: 'api/vehiclePlan',
  columns: [
    'planNo',
    'vehicle',
    'state',
    'startAt',
    'endAt',
    'driver',
    'people',
    'destination',
    'purpose',
    'project',
    'instruments',
    'startMileage',
    'endMileage',
    'departedAt',
    'returnedAt',
    'attachment',
    'remark',
  ],
  filters: ['vehicle', 'state', 'startAt', 'planNo', 'driver', 'destination', 'project'],
  form: [
    'vehicle',
    'startAt',
    'endAt',
    'driver',
    'people',
    'destination',
    'purpose',
    'project',
    'instruments',
    'attachment',
    'remark',
  ],
  sort: 'startAt,desc',
  cards: true,
  abilities: ['add', 'edit'],
  sections: [{ after: 'instruments', component: ConflictHints }],
});

const register = definePage({
  entity: vehicle,
  url: 'api/vehicle',
  columns: [
    'plateNo',
    'vehicleName',
    'seats',
    'driver',
    'status',
    'inspectionDue',
    'insuranceDue',
    'mileage',
    'firstMileage',
    'keeper',
    'papers',
    'boughtOn',
    'remark',
  ],
  filters: ['plateNo', 'status', 'inspectionDue', 'insuranceDue'],
  form: [
    'plateNo',
    'vehicleName',
    'seats',
    'driver',
    'status',
    'keeper',
    'inspectionDue',
    'insuranceDue',
    'firstMileage',
    'mileage',
    'papers',
    'boughtOn',
    'remark',
  ],
  sort: 'plateNo,asc',
  cells: {
    inspectionDue: ({ row }) => <DueDayCell day={row.inspectionDue} />,
    insuranceDue: ({ row }) => <DueDayCell day={row.insuranceDue} />,
  },
});

/** 计划车辆: calendar, list of plans, and register of vehicles. */
export default function VehiclesPage() {
  const [editing, setEditing] = useState(0);
  const [shownPlan, setShownPlan] = useState<PlanRow | null>(null);
  const [tripStep, setStep] = useState<TripStep | null>(null);
  const page = useMemo<ListPage>(
    () => ({
      ...plans,
      before: {
        open: ({ action, rows: [row] }) => {
          setEditing(action === 'edit' && row ? row.id : 0);
        },
      },
    }),
    [],
  );
  const editor = useListEditor(page, { embedded: true });
  const mayRegister = useCan([permissionOf(vehicle, 'list')]);
  const edit = (row: PlanRow) => {
    setShownPlan(null);
    void editor.openForm('edit', row);
  };
  const open = (row: AnyRow) => setShownPlan(row as PlanRow);
  return (
    <EditingPlan.Provider value={editing}>
      <Tabs
        destroyOnHidden
        items={[
          { key: 'calendar', label: '日历', children: <CalendarTab editor={editor} onOpen={setShownPlan} /> },
          { key: 'plans', label: '计划列表', children: <ListEditor page={page} embedded onOpen={open} /> },
          ...(mayRegister
            ? [{ key: 'register', label: '车辆登记', children: <ListEditor page={register} embedded /> }]
            : []),
        ]}
      />
      <VehiclePlanDrawer
        row={shownPlan}
        onClose={() => setShownPlan(null)}
        onChanged={(row) => setShownPlan((open) => (open?.id === row.id ? row : open))}
        onEdit={edit}
        onStep={(nextTripStep) => {
          setShownPlan(null);
          setStep(nextTripStep);
        }}
      />
      <TripDialog step={tripStep} onClose={() => setStep(null)} />
    </EditingPlan.Provider>
  );
}
