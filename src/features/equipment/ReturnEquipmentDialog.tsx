import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DatePicker, Form, type FormInstance, Input, Radio } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useState } from 'react';
import { failureOf, Failure } from '@/api/callFailures';
import { withShownVersions, crud } from '@/api/crudClient';
import { PaneForm } from '@/fields/PaneForm';
import { FileInput } from '@/fields/upload/FileInput';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { lastDayAfterMonths, equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { permissionOf } from '@contract/permissions';
import { takeBack, type UseRow, usesKey } from './equipmentCalls';

interface ReturnEquipmentDialogProps {
  /** Instruments that are returned; a single one after a calibration. */
  readonly uses: readonly UseRow[];
  readonly open: boolean;
  readonly onClose: () => void;
}

interface ReturnFormValues {
  readonly inCondition: 'good' | 'faulty';
  readonly remark?: string;
  readonly passed?: boolean;
  readonly calibratedOn?: Dayjs | null;
  readonly calibrationDue?: Dayjs | null;
  readonly calibrationBy?: string;
  readonly certificateNo?: string;
  readonly certificate?: string | null;
}

const dayText = (value: Dayjs | null | undefined): string | null => value?.format('YYYY-MM-DD') ?? null;
/** Default number of months between calibrations. */
const usualMonths = 12;

/** Returns the body of the call: condition and, after a calibration, its result. */
function returnOf(values: ReturnFormValues, calibrated: boolean) {
  const {
    inCondition,
    remark,
    passed = true,
    calibratedOn,
    calibrationDue,
    calibrationBy,
    certificateNo,
    certificate,
  } = values;
  const calibration = calibrated
    ? {
        calibration: {
          passed,
          calibratedOn: dayText(calibratedOn),
          calibrationDue: dayText(calibrationDue),
          calibrationBy,
          certificateNo,
          certificate: certificate ?? null,
        },
      }
    : {};
  return { inCondition: inCondition ?? 'good', remark, ...calibration };
}

interface CalibrationItemsProps {
  readonly form: FormInstance<ReturnFormValues>;
  /** Returns the last valid day of a calibration made on a day. */
  readonly dueFor: (calibratedOn: Dayjs) => Dayjs;
}

/**
 * Inputs for result, dates and certificate of a calibration. The date of the calibration proposes the last valid day.
 */
function CalibrationItems({ form, dueFor }: CalibrationItemsProps) {
  return (
    <>
      <Form.Item name="passed" label="检定/校准结论">
        <Radio.Group
          options={[
            { value: true, label: '合格' },
            { value: false, label: '不合格（停用）' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="calibratedOn"
        label="检定/校准日期"
        rules={[{ required: true, message: equipmentTexts.onNeeded }]}
      >
        <DatePicker
          style={{ width: '100%' }}
          onChange={(value) =>
            value && !form.getFieldValue('calibrationDue') && form.setFieldsValue({ calibrationDue: dueFor(value) })
          }
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before, now) => before.passed !== now.passed}>
        {() => (
          <Form.Item
            name="calibrationDue"
            label="有效期至"
            rules={
              form.getFieldValue('passed') === false ? [] : [{ required: true, message: equipmentTexts.dueNeeded }]
            }
          >
            <DatePicker style={{ width: '100%' }} />
          </Form.Item>
        )}
      </Form.Item>
      <Form.Item name="calibrationBy" label="检定/校准机构">
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="certificateNo" label="证书编号">
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="certificate" label="证书">
        <FileInput field={equipment.fields.certificate} />
      </Form.Item>
    </>
  );
}

/** State of the dialog: the form with its proposed day, and the saving. */
function useReturnForm({ uses, open, onClose }: Pick<ReturnEquipmentDialogProps, 'uses' | 'open' | 'onClose'>) {
  const queryClient = useQueryClient();
  const [form] = Form.useForm<ReturnFormValues>();
  const [busy, setBusy] = useState(false);
  const calibrated = uses[0]?.useKind === 'calibration';
  const instrumentId = uses[0]?.equipment ?? 0;
  const maySee = useCan([permissionOf(equipment, 'list')]);
  const { data: card } = useQuery({
    queryKey: [...usesKey, 'card', instrumentId],
    queryFn: () => crud(equipment).get(instrumentId),
    enabled: open && calibrated && maySee,
    retry: false,
  });
  const dueFor = (value: Dayjs): Dayjs =>
    dayjs(lastDayAfterMonths(dayText(value) ?? '', card?.calibrationMonths ?? usualMonths));
  useEffect(() => {
    if (open) form.resetFields();
  }, [open, form]);
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || busy) return;
    setBusy(true);
    try {
      feedback.notify('success', await takeBack({ rows: withShownVersions(uses), ...returnOf(values, calibrated) }));
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { errors = [] } = failureOf(error);
      form.setFields(
        errors.map(({ field, message }) => ({
          name: field.replace('calibration.', '') as keyof ReturnFormValues,
          errors: [message],
        })),
      );
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: usesKey });
    }
  };
  const names = uses.map((use) => String(use.equipmentName)).join('、');
  return { form, busy, calibrated, dueFor, submit, names };
}

/**
 * Dialog for the return of instruments. After a calibration it asks for dates and certificate, which allow the
 * instrument to be used again.
 */
export function ReturnEquipmentDialog({ uses, open, onClose }: ReturnEquipmentDialogProps) {
  const { form, busy, calibrated, dueFor, submit, names } = useReturnForm({ uses, open, onClose });
  return (
    <PageModal
      open={open}
      width={520}
      title={uses.length === 1 ? `设备入库：${names}` : `设备入库：${uses.length}台`}
      okText="确定入库"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {uses.length > 1 && <p>{names}</p>}
      <PaneForm
        form={form}
        layout="vertical"
        initialValues={{ inCondition: 'good', passed: true }}
        requiredMark={false}
      >
        {calibrated && <CalibrationItems form={form} dueFor={dueFor} />}
        <Form.Item name="inCondition" label="入库状况">
          <Radio.Group
            options={[
              { value: 'good', label: '正常' },
              { value: 'faulty', label: '异常（停用待修）' },
            ]}
          />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input maxLength={200} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
