import { useQueryClient } from '@tanstack/react-query';
import { Button, Descriptions, Space } from 'antd';
import { useCallback, useState } from 'react';
import { crud } from '@/api/crudClient';
import { download, downloadName } from '@/api/download';
import { succeeded } from '@/api/succeeded';
import { cellText, DictCell, emptyCellText } from '@/fields';
import { FileLink } from '@/fields/preview/FileLink';
import { FileInput } from '@/fields/upload/FileInput';
import { feedback } from '@/lib/feedback';
import { PaperPages } from '@/lib/print/PaperPages';
import { usePrinted } from '@/lib/print/usePrinted';
import { useLabels } from '@/session/dictionaryStore';
import { PageDrawer } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import { dispatchDocument, dispatchTitle, printedPlan } from '@contract/features/vehicles/vehicleDocuments';
import { vehicleTexts } from '@contract/features/vehicles/vehicleTexts';
import { permissionOf } from '@contract/permissions';
import { layOut } from '@contract/print/pageLayout';
import type { TripStep } from './TripDialog';
import { type PlanRow, tripCall } from './vehicleCalls';

interface VehiclePlanDrawerProps {
  readonly row: PlanRow | null;
  readonly onClose: () => void;
  readonly onEdit: (row: PlanRow) => void;
  /** Called with the current plan. */
  readonly onChanged: (row: PlanRow) => void;
  readonly onStep: (tripStep: TripStep) => void;
}

interface PlanValueProps {
  readonly row: PlanRow;
  readonly name: string;
  readonly mayEdit: boolean;
  readonly onAttach: (id: string | null) => void;
}

/** Value of one field of a plan. Tickets and permits can be attached during and after the trip. */
function PlanValue({ row, name, mayEdit, onAttach }: PlanValueProps) {
  const labels = useLabels(vehiclePlan);
  const field = vehiclePlan.fields[name as keyof typeof vehiclePlan.fields];
  const value = row[name];
  if (field.kind === 'dict') return <DictCell dict={field.dict} value={value} />;
  if (field.kind === 'file' && mayEdit && (row.state === 'out' || row.state === 'done'))
    return <FileInput field={field} value={typeof value === 'string' ? value : null} onChange={onAttach} />;
  if (field.kind === 'file')
    return typeof value === 'string' ? <FileLink id={value} size="small" label="查看附件" /> : emptyCellText;
  return cellText(field, value, row, name, labels);
}

interface PlanButtonsProps {
  readonly row: PlanRow;
  readonly mayEdit: boolean;
  /** True while the PDF is being downloaded. */
  readonly isTaking: boolean;
  readonly onPrint: () => void;
  readonly onTake: () => void;
  readonly onEdit: () => void;
  readonly onStep: (verb: TripStep['verb']) => void;
}

/** Buttons of a plan: its paper, and the next steps of the trip. */
function PlanButtons({ row, mayEdit, isTaking, onPrint, onTake, onEdit, onStep }: PlanButtonsProps) {
  const isPlanned = mayEdit && row.state === 'planned';
  return (
    <Space>
      <Button onClick={onPrint}>打印派车单</Button>
      <Button loading={isTaking} onClick={onTake}>
        下载PDF
      </Button>
      {isPlanned && (
        <Button danger onClick={() => onStep('cancel')}>
          取消计划
        </Button>
      )}
      {isPlanned && <Button onClick={onEdit}>编辑</Button>}
      {isPlanned && (
        <Button type="primary" onClick={() => onStep('depart')}>
          出车
        </Button>
      )}
      {mayEdit && row.state === 'out' && (
        <Button type="primary" onClick={() => onStep('comeBack')}>
          收车
        </Button>
      )}
    </Space>
  );
}

/** One plan, with its next actions. */
export function VehiclePlanDrawer({ row, onClose, onEdit, onChanged, onStep }: VehiclePlanDrawerProps) {
  const mayEdit = useCan([permissionOf(vehiclePlan, 'edit')]);
  const agency = useSession((session) => session.user?.organization?.name ?? '');
  const draw = useCallback(
    () => (row ? <PaperPages laidOutPaper={layOut(dispatchDocument(agency, printedPlan(row)))} /> : null),
    [row, agency],
  );
  const { sheet, print } = usePrinted(draw);
  const [isTaking, setTaking] = useState(false);
  const takePlan = async ({ id, planNo }: PlanRow) => {
    setTaking(true);
    await succeeded(
      download(`${vehiclePlan.path}/paper/${id}/pdf`, {}, downloadName(`${dispatchTitle}-${String(planNo)}`, 'pdf')),
    );
    setTaking(false);
  };
  const queryClient = useQueryClient();
  // Attaches tickets and permits during the trip or afterwards.
  const attach = async ({ id, version, planNo }: PlanRow, attachment: string | null) => {
    if (!(await succeeded(tripCall('attach', { id, version, attachment })))) return;
    // Reloads the plan before the message, so that the next action uses the current version.
    onChanged((await crud(vehiclePlan).get(id)) as PlanRow);
    feedback.notify('success', vehicleTexts.attached(String(planNo)));
    void queryClient.invalidateQueries({ queryKey: ['list', vehiclePlan.path] });
  };
  return (
    <PageDrawer
      open={row !== null}
      size={720}
      title={row ? `用车计划 ${String(row.planNo)}` : ''}
      onClose={onClose}
      extra={
        row && (
          <PlanButtons
            row={row}
            mayEdit={mayEdit}
            isTaking={isTaking}
            onPrint={print}
            onTake={() => void takePlan(row)}
            onEdit={() => onEdit(row)}
            onStep={(verb) => onStep({ verb, row })}
          />
        )
      }
    >
      {row && (
        <Descriptions
          column={1}
          size="small"
          bordered
          styles={{ label: { width: 140 } }}
          items={Object.entries(vehiclePlan.fields).map(([name, field]) => ({
            key: name,
            label: 'unit' in field && field.unit ? `${field.label}（${field.unit}）` : field.label,
            children: <PlanValue row={row} name={name} mayEdit={mayEdit} onAttach={(id) => void attach(row, id)} />,
          }))}
        />
      )}
      {sheet}
    </PageDrawer>
  );
}
