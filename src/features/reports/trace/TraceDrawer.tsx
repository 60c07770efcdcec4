import { useQuery } from '@tanstack/react-query';
import { Empty, Select, Skeleton, Tag } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { FileLink } from '@/fields/preview/FileLink';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PageDrawer } from '@/session/overlays';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import type { JudgedPost } from '@contract/features/reports/judgement/judgeResults';
import { missingFactCount, type ResultTrace, type TraceFact, traceTexts } from '@contract/features/reports/resultTrace';
import styles from './trace.module.css';

async function fetchTrace(sheet: number, sampleId: number, signal?: AbortSignal): Promise<ResultTrace> {
  return (
    await client.get<ResultTrace>(`${labSheet.path}/trace/${sheet}`, {
      params: { sample: sampleId },
      signal,
      quiet: true,
    })
  ).data;
}

interface ResultOption {
  readonly value: string;
  readonly label: string;
}

/** Returns the results of a report, identified by record and sample. */
function choicesOf(judgedPosts: readonly JudgedPost[]): ResultOption[] {
  const allTests = judgedPosts.flatMap(({ hazardName, tests }) =>
    tests.map(({ sheet, sample, sampleNo, workshop, place, result, unit }) => ({
      value: `${sheet}-${sample}`,
      label: [sampleNo, workshop, place, hazardName, `${result.text}${unit ?? ''}`].filter(Boolean).join(' '),
    })),
  );
  return [...new Map(allTests.map((item) => [item.value, item])).values()];
}

function TraceFactRow({ fact: { label, value, missing, file, path } }: { readonly fact: TraceFact }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        {missing && <Tag color="error">{traceTexts.missing}</Tag>}
        {file ? (
          <FileLink id={file.id} label={value || file.name} size="small" />
        ) : path && value ? (
          <Link to={path}>{value}</Link>
        ) : (
          value
        )}
      </dd>
    </div>
  );
}

function TraceAnswers({ trace }: { readonly trace: ResultTrace }) {
  const missingCount = missingFactCount(trace);
  return (
    <>
      <p className={styles.head}>
        <strong>
          {trace.sampleNo} {trace.hazardName} {trace.result}
        </strong>
        <span>{trace.sheetNo}</span>
        <Tag color={missingCount > 0 ? 'error' : 'success'}>
          {missingCount > 0 ? traceTexts.counted(missingCount) : traceTexts.complete}
        </Tag>
      </p>
      {trace.groups.map(({ key, title, facts }) => (
        <section key={key} aria-label={title} className={styles.group}>
          <h3>{title}</h3>
          {/* Two facts of a group may be equal, so the index is the key. */}
          {/* oxlint-disable-next-line react/no-array-index-key */}
          <dl>
            {facts.map((fact, index) => (
              <TraceFactRow key={index} fact={fact} />
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}

interface TraceDrawerProps {
  readonly results: readonly JudgedPost[];
  readonly open: boolean;
  readonly onClose: () => void;
}

/** 溯源: one result of the report with all data that it is based on. */
export function TraceDrawer({ results, open, onClose }: TraceDrawerProps) {
  const [search, setSearch] = useSearchParams();
  const choices = choicesOf(results);
  const requestedValue = search.get('trace');
  const selectedChoice =
    choices.find(({ value }) => value === requestedValue) ?? (choices.length === 1 ? choices[0] : undefined);
  const [sheet = 0, sampleId = 0] = (selectedChoice?.value ?? '').split('-').map(Number);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', labSheet.path, 'one', sheet, 'trace', sampleId],
    queryFn: ({ signal }) => fetchTrace(sheet, sampleId, signal),
    enabled: open && selectedChoice !== undefined,
    retry: false,
  });
  const choose = (value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.set('trace', value);
        return next;
      },
      { replace: true },
    );
  return (
    <PageDrawer open={open} size="min(960px, 100vw)" title={traceTexts.title} onClose={onClose} destroyOnHidden>
      <Select
        aria-label="检测结果"
        className={styles.choice ?? ''}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择检测结果"
        options={choices}
        value={selectedChoice?.value ?? null}
        onChange={choose}
      />
      {choices.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="报告中没有检测结果" />
      ) : !selectedChoice ? (
        <p className={styles.quiet}>{traceTexts.intro}</p>
      ) : error ? (
        <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />
      ) : data ? (
        <TraceAnswers trace={data} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </PageDrawer>
  );
}
