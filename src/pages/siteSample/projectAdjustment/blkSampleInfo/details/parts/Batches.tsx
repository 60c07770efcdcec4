import { Alert, Button, Empty, Skeleton, Switch } from 'antd';
import type { BlankBatch } from '@contract/blankBatches';
import { blankRelation } from '@contract/entities/siteSample/blankRelation';
import { permissionOf } from '@contract/permissions';
import type { Answer } from '@contract/wire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { acceptAnswer } from '@/api/answer';
import { client } from '@/api/client';
import { failureOf } from '@/api/failures';
import { went } from '@/api/went';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { Batch } from './Batch';
import styles from '../blanks.module.css';

const { path } = blankRelation;
const mayRelate = [permissionOf(blankRelation, 'relation')];

async function suggest(projectId: number): Promise<void> {
  const { data } = await client.post<Answer>(`${path}/suggest`, { projectId }, { once: true });
  acceptAnswer(data, 'success');
  feedback.notify('success', data.message);
}

/** A project's batches with their blanks; those that want something first on request. */
export function Batches({ project }: { readonly project: number }) {
  const queries = useQueryClient();
  const [wanting, setWanting] = useState(false);
  const [busy, setBusy] = useState(false);
  const relates = useCan(mayRelate);
  const key = ['list', path, 'batches', project];
  const { data, isPending, error, refetch } = useQuery({ queryKey: key, queryFn: async ({ signal }) => (await client.get<{ content: BlankBatch[] }>(`${path}/batches/${project}`, { signal, quiet: true })).data.content, retry: false });
  if (isPending) return <Skeleton active />;
  if (error || !data) return <Alert type="error" showIcon title={failureOf(error).message} action={<Button size="small" onClick={() => void refetch()}>重试</Button>} />;
  if (!data.length) return <Empty description="项目还没有样品：在“现场采样”中添加采样日期后生成" />;
  const warned = data.filter(({ warning, unrelated }) => warning || unrelated > 0);
  const unrelated = data.reduce((sum, one) => sum + (one.blanks.some(({ state }) => state !== 'voided') ? one.unrelated : 0), 0);
  const shown = wanting ? warned : data;
  const changed = () => void queries.invalidateQueries({ queryKey: ['list', path] });
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        {relates && <Button type="primary" loading={busy} disabled={!unrelated} title={unrelated ? '把没有空白的样品关联到同因素、同一天的空白' : '没有需要关联的样品'} onClick={() => { setBusy(true); void went(suggest(project)).then(() => { setBusy(false); changed(); }); }}>自动关联{unrelated ? `（${unrelated}个样品）` : ''}</Button>}
        <label className={`${styles.switch} reach`}><Switch size="small" checked={wanting} onChange={setWanting} aria-label="只看待处理的批次" />只看待处理的批次（{warned.length}）</label>
      </div>
      <div className={styles.batches}>
        {shown.map((batch) => <Batch key={batch.key} project={project} batch={batch} onChanged={changed} />)}
        {!shown.length && <Empty description="所有批次的空白都已关联" />}
      </div>
    </div>
  );
}
