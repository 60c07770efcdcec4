import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox, Form, type FormInstance, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { PageModal } from '@/session/overlays';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { connector as connectorEntity } from '@contract/features/platforms/entities/connector';
import { type PlatformFamily, partsOf, type PushPart } from '@contract/features/platforms/platformFamilies';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { preferredConnector } from './preferredConnector';
import { pushKey, queuePushes } from './pushCalls';

interface QueuePushesDialogProps {
  readonly family: PlatformFamily;
  /** Selected projects; null while the dialog is closed. */
  readonly rows: readonly AnyRow[] | null;
  readonly onClose: () => void;
  readonly onQueued: () => void;
}

const labelOf = (part: PushPart): string =>
  fixedDictionaries.pushPart.find(({ value }) => value === part)?.label ?? part;

/** Loads the platforms of a family. */
const usePlatforms = (family: PlatformFamily, enabled: boolean) =>
  useQuery({
    queryKey: ['list', connectorEntity.path, 'choices', family],
    queryFn: ({ signal }) => crud(connectorEntity).list({ family, size: 200, sort: 'id,asc' }, signal),
    enabled,
    retry: false,
  });

interface PushAnswers {
  readonly connector: number;
  readonly parts: PushPart[];
}

/** Queues the pushes of the chosen projects. `refusal` is the reason why the last attempt failed. */
function useQueueing({ family, rows, onClose, onQueued }: QueuePushesDialogProps, form: FormInstance<PushAnswers>) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const open = rows !== null;
  const platforms = usePlatforms(family, open);
  const choices = platforms.data?.content ?? [];
  const firstConnector = preferredConnector(choices);
  const key = useRef('');
  useEffect(() => {
    if (!open) return;
    setRefusal(null);
    key.current = newId();
    form.setFieldsValue({
      parts: [...partsOf(family, firstConnector?.['adapter'] as string | null)],
      ...(firstConnector ? { connector: firstConnector.id } : {}),
    });
  }, [open, firstConnector, family, form]);
  const submit = async () => {
    const pushAnswers = await form.validateFields().catch(() => null);
    if (!pushAnswers || !rows || busy) return;
    setBusy(true);
    try {
      feedback.notify(
        'success',
        await queuePushes({ projects: rows.map(({ id }) => id), ...pushAnswers }, key.current),
      );
      void queryClient.invalidateQueries({ queryKey: pushKey });
      onQueued();
      onClose();
    } catch (error) {
      setRefusal(failureOf(error).pageText);
    } finally {
      setBusy(false);
    }
  };
  return { choices, hasNoPlatform: platforms.data !== undefined && choices.length === 0, busy, refusal, submit };
}

/** Chooses platform and parts. All selected projects are queued, or none. */
export function QueuePushesDialog(props: QueuePushesDialogProps) {
  const { family, rows, onClose } = props;
  const [form] = Form.useForm<PushAnswers>();
  const { choices, hasNoPlatform, busy, refusal, submit } = useQueueing(props, form);
  const chosenConnector = Form.useWatch('connector', form);
  const platform = choices.find(({ id }) => id === chosenConnector);
  const isInactive = platform?.active === false;
  const parts = partsOf(family, platform?.['adapter'] as string | null);
  return (
    <PageModal
      open={rows !== null}
      title={`推送${rows?.length ?? 0}个项目`}
      okText="推送"
      confirmLoading={busy}
      okButtonProps={{ disabled: choices.length === 0 }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {hasNoPlatform && (
        <Alert
          type="warning"
          showIcon
          title="还没有对接平台，请由管理员在“对接平台”中设置"
          style={{ marginBottom: 12 }}
        />
      )}
      {refusal && <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} />}
      <PaneForm form={form} layout="vertical">
        <Form.Item
          name="connector"
          label="对接平台"
          rules={[{ required: true, message: '请选择对接平台' }]}
          {...(isInactive ? { extra: platformTexts.waitingForConnector } : {})}
        >
          <Select
            onChange={(id: number) =>
              form.setFieldValue('parts', [
                ...partsOf(family, choices.find((choice) => choice.id === id)?.['adapter'] as string | null),
              ])
            }
            options={choices.map(({ id, connectorName, active }) => ({
              value: id,
              label: `${connectorName}${active ? '' : '（未启用）'}`,
            }))}
          />
        </Form.Item>
        <Form.Item
          name="parts"
          label="推送内容"
          rules={[{ required: true, type: 'array', min: 1, message: '请选择推送内容' }]}
        >
          <Checkbox.Group options={parts.map((part) => ({ value: part, label: labelOf(part) }))} />
        </Form.Item>
      </PaneForm>
    </PageModal>
  );
}
