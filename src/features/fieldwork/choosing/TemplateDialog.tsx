import { useQuery } from '@tanstack/react-query';
import { Empty, Radio, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { client } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { DictCell } from '@/fields';
import { PageModal } from '@/session/overlays';
import type { AnyRow } from '@contract/entity';
import { editionText } from '@contract/features/library/templateTexts';
import { type Mode, AddOrReplaceChoice } from './AddOrReplaceChoice';
import choices from './choices.module.css';

interface TemplateDialogProps {
  /** API path of the kind of template, e.g. `api/cyfaModule`. */
  readonly path: string;
  readonly open: boolean;
  /** Number of existing rows. */
  readonly existingCount: number;
  readonly onClose: () => void;
  readonly onConfirm: (chosen: { template: number; mode: Mode }) => Promise<unknown>;
}

/** Starts from a published template, shared or of the organization. */
export function TemplateDialog({ path, open, existingCount, onClose, onConfirm }: TemplateDialogProps) {
  const [chosenTemplate, setChosenTemplate] = useState<number | null>(null);
  const [mode, setMode] = useState<Mode>('append');
  const [busy, setBusy] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['published', path],
    queryFn: async ({ signal }) => (await client.get<AnyRow[]>(`${path}/published`, { signal, quiet: true })).data,
    enabled: open,
    retry: false,
  });
  useEffect(() => {
    if (open) setMode('append');
    else setChosenTemplate(null);
  }, [open]);
  const submit = async () => {
    if (chosenTemplate === null) return;
    setBusy(true);
    if (await succeeded(onConfirm({ template: chosenTemplate, mode }))) onClose();
    setBusy(false);
  };
  return (
    <PageModal
      open={open}
      width={640}
      title="采用模板"
      okText="采用"
      okButtonProps={{ disabled: chosenTemplate === null, danger: existingCount > 0 && mode === 'replace' }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {isError ? (
        <Empty description="模板加载失败，请关闭后重试" />
      ) : !data ? (
        <Skeleton active />
      ) : !data.length ? (
        <Empty description="还没有已发布的模板，请在“系统管理 → 数据模板”中发布" />
      ) : (
        <Radio.Group
          className={choices.choices}
          aria-label="模板"
          value={chosenTemplate}
          onChange={(event) => setChosenTemplate(Number(event.target.value))}
        >
          {data.map((template) => (
            <Radio key={template.id} value={template.id} className={choices.choice}>
              <span className={choices.name}>{String(template.name)}</span>
              <small>
                {editionText(template.edition)}　{template.organizationId === null ? '公共' : '本机构'}
                {'　'}
                <DictCell dict="industry" value={template.industry} />　{String(template.remark ?? '')}
              </small>
            </Radio>
          ))}
        </Radio.Group>
      )}
      <AddOrReplaceChoice present={existingCount} value={mode} onChange={setMode} />
    </PageModal>
  );
}
