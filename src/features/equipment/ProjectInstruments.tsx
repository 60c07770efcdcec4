import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import type { ProjectRow } from '@/features/projects/useProject';
import { DictCell, emptyCellText } from '@/fields';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { useCan } from '@/session/useCan';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import { equipmentTexts, hasPump } from '@contract/features/equipment/equipmentRules';
import { permissionOf } from '@contract/permissions';
import { AffectedSamples } from './AffectedSamples';
import { fetchChoices, type UseRow, usesKey } from './equipmentCalls';
import { FlowDialog } from './FlowDialog';
import { FlowGrid } from './FlowGrid';
import { ReturnEquipmentDialog } from './ReturnEquipmentDialog';
import { TakeOutDialog } from './TakeOutDialog';
import styles from './details.module.css';

const takeOutPermissions = [permissionOf(equipmentUse, 'add')];
const editPermissions = [permissionOf(equipmentUse, 'edit')];
const lendingStages = new Set(['survey', 'planning', 'planReview', 'sampling']);
const keyOf = (row: UseRow): number => row.id;
const noSelection: ReadonlySet<number | string> = new Set();

/** Read-only columns: instrument, flow, verdict, taken out and returned. */
const shownColumns: readonly DataTableColumn<UseRow>[] = [
  {
    key: 'equipment',
    title: '设备编号',
    width: 130,
    fixed: 'left',
    mono: true,
    text: (row) => String(row.equipmentName),
    render: (row) => String(row.equipmentName),
  },
  {
    key: 'calibrator',
    title: '流量校准器',
    width: 130,
    mono: true,
    text: (row) => String(row.calibratorName ?? emptyCellText),
    render: (row) => String(row.calibratorName ?? emptyCellText),
  },
  {
    key: 'flowSet',
    title: '设定流量',
    unit: 'L/min',
    width: 130,
    align: 'right',
    render: (row) => row.flowSet ?? emptyCellText,
  },
  {
    key: 'flowBefore',
    title: '采样前流量',
    unit: 'L/min',
    width: 144,
    align: 'right',
    render: (row) => row.flowBefore ?? emptyCellText,
  },
  {
    key: 'flowAfter',
    title: '采样后流量',
    unit: 'L/min',
    width: 144,
    align: 'right',
    render: (row) => row.flowAfter ?? emptyCellText,
  },
  {
    key: 'flowDeviation',
    title: '偏差',
    unit: '%',
    width: 90,
    align: 'right',
    render: (row) => (row.flowDeviation === null ? emptyCellText : String(Number(row.flowDeviation)).slice(0, 6)),
  },
  {
    key: 'flowVerdict',
    title: '流量判定',
    width: 90,
    render: (row) => <DictCell dict="flowVerdict" value={row.flowVerdict} />,
  },
  { key: 'outAt', title: '出库时间', width: 168, render: (row) => row.outAt ?? emptyCellText },
  { key: 'outBy', title: '领用人', width: 90, render: (row) => String(row.outByName ?? emptyCellText) },
  {
    key: 'inAt',
    title: '入库时间',
    width: 168,
    render: (row) => row.inAt ?? <span className={styles.away}>未入库</span>,
  },
  { key: 'inBy', title: '归还人', width: 90, render: (row) => String(row.inByName ?? emptyCellText) },
  {
    key: 'inCondition',
    title: '入库状况',
    width: 90,
    render: (row) => <DictCell dict="equipmentCondition" value={row.inCondition} />,
  },
  {
    key: 'remark',
    title: '备注',
    width: 150,
    text: (row) => row.remark ?? emptyCellText,
    render: (row) => row.remark ?? emptyCellText,
  },
];

interface UseColumnsOptions {
  readonly mayEdit: boolean;
  /** Ids of instruments without a flow to calibrate. */
  readonly noFlow: ReadonlySet<number>;
  readonly onFlow: (row: UseRow) => void;
  readonly onBack: (rows: readonly UseRow[]) => void;
}

const columnsOf = ({ mayEdit, noFlow, onFlow, onBack }: UseColumnsOptions): readonly DataTableColumn<UseRow>[] => [
  ...shownColumns,
  {
    key: 'act',
    title: '操作',
    width: 130,
    fixed: 'right',
    render: (row) =>
      mayEdit && !row.inAt ? (
        <span className={styles.acts}>
          {!noFlow.has(row.equipment) && (
            <button type="button" className={styles.link} onClick={() => onFlow(row)}>
              流量校准
            </button>
          )}
          <button type="button" className={styles.link} onClick={() => onBack([row])}>
            入库
          </button>
        </span>
      ) : null,
  },
];

/** Queries the uses of a project. */
const useProjectInstruments = (projectId: number | null) =>
  useQuery({
    enabled: projectId !== null,
    queryKey: [...usesKey, 'project', projectId],
    queryFn: async ({ signal }) =>
      (await crud(equipmentUse).list({ project: projectId, page: 0, size: 1000, sort: 'id,desc' }, signal)).content,
    retry: false,
  });

/** Returns the ids of instruments without a pump, which have no flow. */
function useInstrumentsWithoutFlow(enabled: boolean): ReadonlySet<number> {
  const { data } = useQuery({
    queryKey: [...usesKey, 'choices', 'calibrators'],
    queryFn: ({ signal }) => fetchChoices('sampling', signal),
    enabled,
    retry: false,
  });
  return useMemo(() => new Set((data ?? []).flatMap(({ id, eqpKind }) => (hasPump(eqpKind) ? [] : [id]))), [data]);
}

/** Next action with the instruments of a project: take out, calibrate the flow, return. */
type InstrumentsAction = 'takeOut' | 'flow' | 'return';

/** Returns the next action with a project's instruments; null where the project goes on elsewhere. */
function nextInstrumentsAction(
  stage: string,
  rows: readonly UseRow[],
  samplers: readonly UseRow[],
): InstrumentsAction | null {
  const isOpen = lendingStages.has(stage);
  if (!rows.length) return stage === 'sampling' ? 'takeOut' : null;
  // A constant flow is judged without a measurement afterwards.
  const lacksFlow = (use: UseRow): boolean => (isOpen ? !use.flowBefore : use.flowVerdict === null);
  if (samplers.some(lacksFlow)) return 'flow';
  return !isOpen && rows.some(({ inAt }) => !inAt) ? 'return' : null;
}

/** Returns whether the person's next action in a project concerns its instruments. */
export function useInstrumentsNext(projectId: number | null, stage: string): boolean {
  const mayEdit = useCan(editPermissions);
  const { data } = useProjectInstruments(projectId);
  const noFlow = useInstrumentsWithoutFlow(mayEdit);
  return mayEdit && data !== undefined && nextInstrumentsAction(stage, data, samplersOf(data, noFlow)) !== null;
}

interface InstrumentsBarProps {
  readonly rows: readonly UseRow[];
  /** Selected uses that are not returned yet. */
  readonly chosenUses: readonly UseRow[];
  /** True if instruments can still be taken out in the project's stage. */
  readonly open: boolean;
  readonly mayEdit: boolean;
  /** The action whose button is primary. */
  readonly next: InstrumentsAction | null;
  /** Samplers whose flow can be calibrated. */
  readonly samplers: readonly UseRow[];
  readonly onOut: () => void;
  readonly onFlows: (rows: readonly UseRow[]) => void;
  readonly onBack: (rows: readonly UseRow[]) => void;
}

/** Buttons above the list, and the number of instruments that are out. */
function InstrumentsBar(props: InstrumentsBarProps) {
  const { rows, chosenUses, open, mayEdit, next, samplers, onOut, onFlows, onBack } = props;
  const mayTakeOut = useCan(takeOutPermissions);
  const awayUses = rows.filter(({ inAt }) => !inAt);
  const backUses = chosenUses.length ? chosenUses : awayUses;
  const typeOf = (action: InstrumentsAction) => (action === next ? 'primary' : 'default');
  return (
    <div className={styles.bar}>
      {mayTakeOut && (
        <Button
          type={typeOf('takeOut')}
          disabled={!open}
          title={open ? '' : '项目不在现场阶段，不能再领用设备；需要补采的请先办理“补充采样”'}
          onClick={onOut}
        >
          领用设备
        </Button>
      )}
      {mayEdit && samplers.length > 0 && (
        <Button type={typeOf('flow')} onClick={() => onFlows(samplers)}>
          {equipmentTexts.flowGrid(samplers.length)}
        </Button>
      )}
      {mayEdit && awayUses.length > 0 && (
        <Button type={typeOf('return')} onClick={() => onBack(backUses)}>
          {equipmentTexts.bringBack(backUses.length, chosenUses.length > 0)}
        </Button>
      )}
      <span className={styles.count}>
        领用{rows.length}台次，未入库{awayUses.length}台
      </span>
    </div>
  );
}

/** Returns the samplers that are still out, by number. */
const samplersOf = (rows: readonly UseRow[], noFlow: ReadonlySet<number>): UseRow[] =>
  rows
    .filter(({ inAt, equipment }) => !inAt && !noFlow.has(equipment))
    .sort((a, b) => String(a.equipmentName).localeCompare(String(b.equipmentName), 'en', { numeric: true }));

function LoadFailureAlert({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <Alert
      type="error"
      showIcon
      title={message}
      action={
        <Button size="small" onClick={onRetry}>
          重试
        </Button>
      }
    />
  );
}

/** Lists a project's instruments: taken out, flow before and after, returned. */
export function ProjectInstruments({ project }: { readonly project: ProjectRow }) {
  const [isTakingOut, setIsTakingOut] = useState(false);
  const [flow, setFlow] = useState<UseRow | null>(null);
  const [flows, setFlows] = useState<readonly UseRow[]>([]);
  const [selected, setSelected] = useState<ReadonlySet<number | string>>(noSelection);
  const [returnedUses, setReturnedUses] = useState<readonly UseRow[]>([]);
  const mayEdit = useCan(editPermissions);
  const { data, isPending, error, refetch } = useProjectInstruments(project.id);
  const noFlow = useInstrumentsWithoutFlow(mayEdit);
  const columns = useMemo(
    () => columnsOf({ mayEdit, noFlow, onFlow: setFlow, onBack: setReturnedUses }),
    [mayEdit, noFlow],
  );
  if (isPending) return <Skeleton active />;
  if (error) return <LoadFailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  const rows = data ?? [];
  const chosenUses = rows.filter(({ id, inAt }) => selected.has(id) && !inAt);
  const samplers = samplersOf(chosenUses.length ? chosenUses : rows, noFlow);
  const open = lendingStages.has(String(project.stage));
  return (
    <div className={styles.page}>
      {rows
        .filter(({ flowVerdict }) => flowVerdict === 'fail')
        .map((use) => (
          <AffectedSamples key={use.id} use={use} sampling={project.stage === 'sampling'} />
        ))}
      <InstrumentsBar
        rows={rows}
        chosenUses={chosenUses}
        open={open}
        mayEdit={mayEdit}
        next={mayEdit ? nextInstrumentsAction(String(project.stage), rows, samplersOf(rows, noFlow)) : null}
        samplers={samplers}
        onOut={() => setIsTakingOut(true)}
        onFlows={setFlows}
        onBack={setReturnedUses}
      />
      <div className={styles.fill}>
        <DataTable
          label="项目设备"
          rows={rows}
          rowKey={keyOf}
          columns={columns}
          cards="equipment"
          height="100%"
          density="small"
          {...(mayEdit ? { selected, onSelect: setSelected } : {})}
          empty={open ? '还没有领用设备。点击“领用设备”选择在库且在有效期内的设备。' : '没有领用过设备'}
        />
      </div>
      <TakeOutDialog
        kind={isTakingOut ? 'sampling' : null}
        project={project.id}
        onClose={() => setIsTakingOut(false)}
      />
      <FlowGrid uses={flows} onClose={() => setFlows([])} />
      <FlowDialog use={flow} onClose={() => setFlow(null)} />
      <ReturnEquipmentDialog
        open={returnedUses.length > 0}
        uses={returnedUses}
        onClose={() => {
          setReturnedUses([]);
          setSelected(noSelection);
        }}
      />
    </div>
  );
}
