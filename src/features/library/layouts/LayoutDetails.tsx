import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton, Space, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { downloadName, saveResponse } from '@/api/download';
import { succeeded } from '@/api/succeeded';
import { inputs } from '@/fields/fieldInputs';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { Notice, RetryNotice } from '@/lib/notice/Notice';
import { usePageName } from '@/session/tabs/pageState';
import type { AnyRow } from '@contract/entity';
import { paperLayout } from '@contract/features/library/entities/paperLayout';
import type { LayoutField, LayoutView } from '@contract/features/library/layoutWire';
import { ref } from '@contract/field';
import { useTemplate } from '../templates/TemplateDetails';
import { TemplateHead } from '../templates/TemplateHead';
import { downloadFilled, layoutCalls } from './layoutCalls';
import { LayoutCheckPanel } from './LayoutCheckPanel';
import { LayoutViewDialog } from './LayoutViewDialog';
import styles from '../templates/templates.module.css';

const projectField = ref('项目', { to: 'project' });
const placeholderLabels = { text: '文字', picture: '图片', list: '列表' } as const;
/** Returns how a placeholder is written. */
const placeholderText = ({ name, kind, list }: LayoutField): string =>
  kind === 'list' ? `{#${name}}…{/${name}}` : list === null ? `{${name}}` : `{${name}}（在${list}内）`;

/** Layouts that ship with the product, to begin with. */
const shippedLayouts: Readonly<Record<string, readonly (readonly [file: string, label: string])[]>> = {
  report: [['report.docx', '检测报告示例版式']],
  record: [['gas-chromatography.xlsx', '气相色谱法原始记录示例版式']],
  sampling: [['sampling.docx', '采样记录示例版式']],
};

/** Names of the placeholders of a layout, with the values of the chosen project's paper in place of the examples. */
function useLayoutFields(layout: AnyRow, projectId: number | null) {
  const {
    data: knownFields,
    error: failure,
    refetch: refetchNames,
  } = useQuery({
    queryKey: ['list', paperLayout.path, 'fields', layout.id, layout.version],
    queryFn: ({ signal }) => layoutCalls.fields(layout.id, signal),
    retry: false,
  });
  const {
    data: values,
    error,
    refetch: refetchValues,
  } = useQuery({
    queryKey: ['list', paperLayout.path, 'values', layout.id, projectId],
    queryFn: ({ signal }) => layoutCalls.values(layout.id, Number(projectId), signal),
    enabled: projectId !== null,
    retry: false,
  });
  const fields = useMemo(() => {
    const keyOf = ({ list, name }: LayoutField) => `${list ?? ''} ${name}`;
    const byKey = new Map((values?.fields ?? []).map((field) => [keyOf(field), field.example]));
    return (knownFields?.fields ?? []).map((field) => ({
      ...field,
      key: keyOf(field),
      example: values ? (byKey.get(keyOf(field)) ?? '') : field.example,
    }));
  }, [knownFields, values]);
  return {
    fields,
    office: knownFields?.office === true,
    paper: values?.paper,
    error: failure ?? error,
    loading: !knownFields && !failure,
    retry: failure ? refetchNames : refetchValues,
  };
}

interface PreviewProps {
  readonly layout: AnyRow;
  readonly project: number | null;
  readonly onProject: (projectId: number | null) => void;
  readonly office: boolean;
}

/** Fills the layout with the data of a project, as Word or Excel, or as PDF where the server can make one. */
function LayoutPreview({ layout, project, onProject, office }: PreviewProps) {
  const [busy, setBusy] = useState<'file' | 'view' | null>(null);
  const [view, setView] = useState<LayoutView | null>(null);
  const [pdf, setPdf] = useState<PreviewedFile | null>(null);
  const name = `${String(layout.name)}预览`;
  const work = async (kind: 'file' | 'view', call: () => Promise<void>) => {
    setBusy(kind);
    await succeeded(call());
    setBusy(null);
  };
  const download = () =>
    work('file', () => downloadFilled(`${paperLayout.path}/preview/${layout.id}`, { project }, name));
  const show = () =>
    work('view', async () => {
      if (!office) return setView(await layoutCalls.view(layout.id, Number(project)));
      const answer = await layoutCalls.pdf(layout.id, Number(project));
      setPdf({
        title: `${name}.pdf`,
        content: answer.data,
        save: () => saveResponse(answer, downloadName(name, 'pdf')),
      });
    });
  const RefInput = inputs.ref;
  return (
    <Space wrap>
      <div style={{ width: 320 }}>
        <RefInput
          field={projectField as never}
          {...({ value: project } as object)}
          onChange={(value: unknown) => onProject(typeof value === 'number' ? value : null)}
        />
      </div>
      <Button disabled={project === null} loading={busy === 'view'} onClick={() => void show()}>
        用该项目填写并查看
      </Button>
      <Button disabled={project === null} loading={busy === 'file'} onClick={() => void download()}>
        下载填写后的文件
      </Button>
      {(shippedLayouts[String(layout.kind)] ?? []).map(([file, label]) => (
        <a key={file} href={`/layouts/${file}`} download={`${label}.${file.split('.').pop() ?? ''}`}>
          下载{label}
        </a>
      ))}
      <LayoutViewDialog view={view} onClose={() => setView(null)} onDownload={() => void download()} />
      <FilePreview file={pdf} onClose={() => setPdf(null)} />
    </Space>
  );
}

/** Names of the placeholders with examples, or with the values of a project's paper. */
function LayoutFieldTable({ layout }: { readonly layout: AnyRow }) {
  const [projectId, setProject] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const { fields, office, paper, error, loading, retry } = useLayoutFields(layout, projectId);
  return (
    <>
      <LayoutPreview layout={layout} project={projectId} onProject={setProject} office={office} />
      {error && <FailureAlert message={failureOf(error).pageText} onRetry={() => void retry()} />}
      <Input
        allowClear
        placeholder="查找占位符"
        aria-label="查找占位符"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        style={{ maxWidth: 320 }}
      />
      <Table
        size="small"
        rowKey="key"
        loading={loading}
        dataSource={fields.filter(({ name, list }) => `${list ?? ''}${name}`.includes(search.trim()))}
        pagination={{ pageSize: 50, size: 'small', hideOnSinglePage: true }}
        columns={[
          { title: '占位符', render: (_, field) => <code>{placeholderText(field)}</code>, width: 340 },
          { title: '类型', render: (_, { kind }) => placeholderLabels[kind], width: 80 },
          { title: paper === undefined ? '示例' : `取值：${paper}`, dataIndex: 'example', ellipsis: true },
        ]}
      />
    </>
  );
}

/** One version of an own layout: facts and moves, the check of its file, and the names of the placeholders. */
export function LayoutDetails() {
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  const { data: layout, error, isPending, refetch } = useTemplate(paperLayout, id);
  usePageName(layout && String(layout.name ?? ''));
  if (!Number.isInteger(id) || id < 1) return <Notice title="没有选择版式" text="请从版式列表打开一个版式。" />;
  if (error)
    return <RetryNotice title="版式加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active />;
  return (
    <section className={styles.page} aria-label={paperLayout.label} style={{ height: 'auto' }}>
      <TemplateHead entity={paperLayout} template={layout} unsaved={false} />
      <LayoutCheckPanel layout={layout} />
      <LayoutFieldTable key={layout.id} layout={layout} />
    </section>
  );
}
