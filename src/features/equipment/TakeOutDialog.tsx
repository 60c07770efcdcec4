import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { DictCell, emptyCellText } from '@/fields';
import { PaneForm } from '@/fields/PaneForm';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { CalibrationDue } from './CalibrationDue';
import { type InstrumentChoice, fetchChoices, takeOut, usesKey } from './equipmentCalls';
import styles from './equipment.module.css';

const instrumentColumns: readonly DataTableColumn<InstrumentChoice>[] = [
  { key: 'eqpNo', title: '设备编号', width: 110, mono: true, text: (row) => row.eqpNo, render: (row) => row.eqpNo },
  { key: 'eqpName', title: '设备名称', width: 140, text: (row) => row.eqpName, render: (row) => row.eqpName },
  {
    key: 'model',
    title: '规格型号',
    width: 110,
    text: (row) => row.model ?? emptyCellText,
    render: (row) => row.model ?? emptyCellText,
  },
  { key: 'kind', title: '类别', width: 110, render: (row) => <DictCell dict="equipmentKind" value={row.eqpKind} /> },
  {
    key: 'due',
    title: '有效期至',
    width: 140,
    render: (row) => <CalibrationDue calibrationKind={row.calibrationKind} calibrationDue={row.calibrationDue} />,
  },
  {
    key: 'problem',
    title: '不能出库的原因',
    width: 330,
    text: (row) => row.problem ?? '',
    render: (row) => row.problem ?? '',
  },
];

const dialogTitles = { sampling: '领用设备', calibration: '送检设备', repair: '送修设备' } as const;
const keyOf = (row: InstrumentChoice): number => row.id;
const fadedClass = (row: InstrumentChoice): string | undefined => (row.problem ? styles.barred : undefined);

interface TakeOutDialogProps {
  readonly kind: 'sampling' | 'calibration' | 'repair' | null;
  readonly project?: number;
  readonly onClose: () => void;
}

/** Returns the instruments that fit the typed text; those that may not be taken out come last. */
function matchingTools(tools: readonly InstrumentChoice[], typedText: string): InstrumentChoice[] {
  const searchText = typedText.trim().toLowerCase();
  return tools
    .filter(
      (tool) =>
        !searchText ||
        [tool.eqpNo, tool.eqpName, tool.model ?? ''].some((text) => text.toLowerCase().includes(searchText)),
    )
    .sort((a, b) => Number(a.problem !== null) - Number(b.problem !== null));
}

/** Keeps what the person chose and typed in the dialog, and takes the chosen instruments out. */
function useTakeOut({ kind, project, onClose }: TakeOutDialogProps) {
  const queryClient = useQueryClient();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number | string>>(new Set());
  const [typedText, setTypedText] = useState('');
  const [remark, setRemark] = useState('');
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const { data, isPending, error } = useQuery({
    queryKey: [...usesKey, 'choices', kind],
    queryFn: ({ signal }) => fetchChoices(kind ?? 'sampling', signal),
    enabled: kind !== null,
    gcTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!kind) return;
    setChosenIds(new Set());
    setTypedText('');
    setRemark('');
    key.current = newId();
  }, [kind]);
  const choose = (next: ReadonlySet<number | string>) => {
    const barred = (data ?? []).find((tool) => tool.problem && next.has(tool.id) && !chosenIds.has(tool.id));
    setChosenIds(new Set([...next].filter((id) => !(data ?? []).some((tool) => tool.id === id && tool.problem))));
    if (barred && next.size === chosenIds.size + 1) feedback.notify('warning', `${barred.eqpNo}：${barred.problem}`);
  };
  const submit = async () => {
    if (!kind || busy || !chosenIds.size) return;
    setBusy(true);
    const isSaved = await succeeded(
      takeOut({ useKind: kind, project: project ?? null, equipmentIds: [...chosenIds], remark }, key.current).then(
        (text) => feedback.notify('success', text),
      ),
    );
    setBusy(false);
    // Reloads even after a failure, because another person may have taken an instrument meanwhile.
    await queryClient.invalidateQueries({ queryKey: usesKey });
    if (isSaved) onClose();
    else setChosenIds(new Set());
  };
  const rows = useMemo(() => matchingTools(data ?? [], typedText), [data, typedText]);
  return { rows, isPending, error, chosenIds, choose, typedText, setTypedText, remark, setRemark, busy, submit };
}

/**
 * Dialog for choosing the instruments to take out. Instruments that are not allowed are listed last, with the reason,
 * and can't be chosen.
 */
export function TakeOutDialog(props: TakeOutDialogProps) {
  const { kind, onClose } = props;
  const { rows, isPending, error, chosenIds, choose, typedText, setTypedText, remark, setRemark, busy, submit } =
    useTakeOut(props);
  return (
    <PageModal
      open={kind !== null}
      width={1040}
      title={kind ? dialogTitles[kind] : ''}
      okText={`确定出库（${chosenIds.size}台）`}
      okButtonProps={{ disabled: !chosenIds.size }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Input.Search
        allowClear
        value={typedText}
        onChange={(event) => setTypedText(event.target.value)}
        placeholder="设备编号、名称、型号"
        aria-label="查找设备"
        style={{ marginBottom: 8 }}
      />
      <DataTable
        label="可以领用的设备"
        rows={rows}
        rowKey={keyOf}
        columns={instrumentColumns}
        cards="eqpNo"
        height={380}
        density="small"
        loading={isPending}
        rowClass={fadedClass}
        selected={chosenIds}
        onSelect={choose}
        error={error ? failureOf(error).pageText : undefined}
        empty="没有设备：请先在“仪器设备”中登记"
      />
      <PaneForm layout="vertical" style={{ marginTop: 12 }}>
        <Form.Item label="备注" style={{ marginBottom: 0 }}>
          <Input value={remark} maxLength={200} onChange={(event) => setRemark(event.target.value)} aria-label="备注" />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
