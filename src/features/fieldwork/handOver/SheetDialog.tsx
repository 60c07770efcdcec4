import { Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { emptyCellText } from '@/fields';
import { PaneForm } from '@/fields/PaneForm';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { codeFit } from '@/grid/text/textFit';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { OfferedInput } from '@/listEditor';
import { PageModal } from '@/session/overlays';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import type { SheetSample } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { addSheet, changeSheet, type SheetRow } from './handOverCalls';

const columns: readonly DataTableColumn<SheetSample>[] = [
  {
    key: 'sampleNo',
    title: '样品编号',
    width: 220,
    fit: codeFit,
    mono: true,
    text: (row) => row.sampleNo,
    render: (row) => row.sampleNo,
  },
  { key: 'hazardName', title: '检测项目', width: 150, text: (row) => row.hazardName, render: (row) => row.hazardName },
  {
    key: 'place',
    title: '采样点/对象',
    width: 150,
    text: (row) => row.place ?? emptyCellText,
    render: (row) => row.place ?? emptyCellText,
  },
  { key: 'sampledOn', title: '采样日期', width: 110, render: (row) => row.sampledOn ?? emptyCellText },
  {
    key: 'keepUntil',
    title: '保存截止日期',
    width: 170,
    render: (row) => (
      <span style={row.overdue ? { color: 'var(--ant-color-error-text)' } : {}}>
        {row.keepUntil ?? emptyCellText}
        {row.overdue ? ' 已超期' : ''}
      </span>
    ),
  },
];

const keyOf = (row: SheetSample): number => row.id;

interface SheetDialogProps {
  readonly open: boolean;
  readonly project: number;
  /** Draft to change; null for a new one. */
  readonly sheet: SheetRow | null;
  /** Samples that the sheet may contain, and samples that it contains. */
  readonly choices: readonly SheetSample[];
  readonly heldSampleIds: readonly number[];
  readonly onClose: () => void;
  readonly onSaved: (id: number) => void;
}

interface SheetHeadValues {
  readonly place?: string;
  readonly transport?: string;
  readonly remark?: string;
}

/** State of the dialog: the form, the chosen samples, and the saving. */
function useSheetForm({
  open,
  project,
  sheet,
  heldSampleIds,
  onSaved,
}: Pick<SheetDialogProps, 'open' | 'project' | 'sheet' | 'heldSampleIds' | 'onSaved'>) {
  const [form] = Form.useForm<SheetHeadValues>();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number | string>>(new Set());
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  useEffect(() => {
    if (!open) return;
    setChosenIds(new Set(heldSampleIds));
    form.setFieldsValue({
      place: sheet?.place ?? '',
      transport: sheet?.transport ?? handOver.fields.transport.initial,
      remark: sheet?.remark ?? '',
    });
    key.current = newId();
    // Sets the initial values only when opening.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open]);
  const submit = async () => {
    const sheetHeadValues = await form.validateFields().catch(() => null);
    if (!sheetHeadValues || busy) return;
    if (!chosenIds.size) return feedback.notify('warning', handOverTexts.empty);
    setBusy(true);
    const draft = { samples: [...chosenIds].map(Number), ...sheetHeadValues };
    let id = sheet?.id ?? 0;
    const save = async () => {
      if (sheet) return changeSheet(sheet, draft);
      const { row, message } = await addSheet(project, draft, key.current);
      id = row.id;
      feedback.notify('success', message);
    };
    const isSaved = await succeeded(save());
    setBusy(false);
    if (isSaved) onSaved(id);
  };
  return { form, chosenIds, setChosenIds, busy, submit };
}

/** Chooses the samples of a sheet (all by default), place and transport. */
export function SheetDialog({ open, project, sheet, choices, heldSampleIds, onClose, onSaved }: SheetDialogProps) {
  const { form, chosenIds, setChosenIds, busy, submit } = useSheetForm({
    open,
    project,
    sheet,
    heldSampleIds,
    onSaved,
  });
  return (
    <PageModal
      open={open}
      width={920}
      title={sheet ? `修改流转单 ${String(sheet.sheetNo)}` : '新增流转单'}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <p>
        已选<b>{chosenIds.size}</b>/{choices.length}个样品
      </p>
      <DataTable
        label="可以送交的样品"
        rows={choices}
        rowKey={keyOf}
        columns={columns}
        cards="sampleNo"
        height={320}
        density="small"
        selected={chosenIds}
        onSelect={setChosenIds}
        empty={handOverTexts.nothingToSend}
      />
      <PaneForm form={form} layout="vertical" style={{ marginTop: 16 }} requiredMark={false}>
        <Form.Item name="place" label="交接地点">
          <OfferedInput entity={handOver.name} name="place" field={handOver.fields.place} />
        </Form.Item>
        <Form.Item name="transport" label="运输与保存">
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
