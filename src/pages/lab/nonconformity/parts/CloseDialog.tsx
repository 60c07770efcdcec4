import { Descriptions, Form, Input } from 'antd';
import { nonconformity } from '@contract/entities/lab/nonconformity';
import type { AnyRow } from '@contract/entity';
import { stockTexts } from '@contract/labStockTexts';
import type { Answer } from '@contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { acceptAnswer } from '@/api/answer';
import { client } from '@/api/client';
import { Failure } from '@/api/failures';
import { DictCell } from '@/fields';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';

/** What was done about a finding; with it, the finding is closed for good. */
export function CloseDialog({ row, onClose }: { readonly row: AnyRow | null; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const [form] = Form.useForm<{ action: string }>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (row) form.setFieldsValue({ action: typeof row.action === 'string' ? row.action : '' });
  }, [row, form]);
  const go = async () => {
    const answers = await form.validateFields().catch(() => null);
    if (!answers || !row || busy) return;
    setBusy(true);
    try {
      const { data } = await client.put<Answer>(`${nonconformity.path}/close`, { id: row.id, version: row.version, action: answers.action }, { idempotencyKey: crypto.randomUUID(), quiet: ({ errors }) => Boolean(errors?.length) });
      acceptAnswer(data);
      feedback.notify('success', data.message);
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      form.setFields((error.errors ?? []).map(({ message }) => ({ name: 'action', errors: [message] })));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: ['list', nonconformity.path] });
    }
  };
  return (
    <PageModal open={row !== null} width={560} title={row ? `关闭不符合项 ${String(row.nonconformityNo)}` : ''} okText="关闭不符合项" confirmLoading={busy} onOk={() => void go()} onCancel={onClose} mask={{ closable: false }}>
      {row && (
        <Descriptions
          size="small"
          column={1}
          style={{ marginBottom: 12 }}
          items={[
            { key: 'kind', label: '类型', children: <DictCell dict="nonconformityKind" value={row.nonconformityKind} /> },
            { key: 'text', label: '情况说明', children: String(row.description) },
          ]}
        />
      )}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={() => void go()}>
        <Form.Item name="action" label="处理措施" extra="关闭后不能再修改" rules={[{ required: true, whitespace: true, message: stockTexts.actionNeeded }, { max: 1000, message: '处理措施不能超过1000个字' }]}>
          <Input.TextArea rows={4} maxLength={1000} showCount autoFocus placeholder="原因分析、对结果的影响、采取的措施" />
        </Form.Item>
      </Form>
    </PageModal>
  );
}
