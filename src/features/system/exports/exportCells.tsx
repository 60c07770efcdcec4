import { Progress } from 'antd';
import { DictCell } from '@/fields';
import type { AnyRow } from '@contract/entity';

/** Shows the state of an export, and its progress while it runs. */
export function ExportStateCell({ row }: { readonly row: AnyRow }) {
  const { state, done, total } = row as unknown as { state: string; done: number | null; total: number | null };
  if (state !== 'running' || !total) return <DictCell dict="exportState" value={state} />;
  return (
    <Progress percent={Math.floor(((done ?? 0) / total) * 100)} size="small" format={() => `${done ?? 0}/${total}`} />
  );
}
