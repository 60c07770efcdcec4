import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { failureOf } from '@/api/callFailures';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import type { AnyRow } from '@contract/entity';
import { paperLayout } from '@contract/features/library/entities/paperLayout';
import { layoutCalls } from './layoutCalls';

const braced = (names: readonly string[]): string => names.map((name) => `{${name}}`).join('、');

/** What the check of a layout's file found: why it can't be filled, and placeholders that papers do not have. */
export function LayoutCheckPanel({ layout }: { readonly layout: AnyRow }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['list', paperLayout.path, 'check', layout.id, layout.version],
    queryFn: ({ signal }) => layoutCalls.check(layout.id, signal),
    retry: false,
  });
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 1 }} />;
  const { problem, unknown, missing, unused, count } = data;
  if (problem !== null) return <Alert type="error" showIcon title={problem} />;
  const faults = [
    ...(unknown.length ? [`不能识别的占位符：${braced(unknown)}`] : []),
    ...(missing.length ? [`缺少必需的占位符：${braced(missing)}`] : []),
  ];
  return (
    <>
      {faults.map((fault) => (
        <Alert key={fault} type="error" showIcon title={fault} />
      ))}
      <Alert
        type={faults.length ? 'warning' : 'success'}
        showIcon
        title={`共${count}个占位符${faults.length ? '，改正后才能发布' : '，均可识别'}`}
        description={
          unused.length ? (
            <details>
              <summary>未使用的占位符（{unused.length}个，不影响发布）</summary>
              {braced(unused)}
            </details>
          ) : undefined
        }
      />
    </>
  );
}
