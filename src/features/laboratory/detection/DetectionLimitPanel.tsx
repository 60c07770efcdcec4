import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Empty, Input, Skeleton, Space } from 'antd';
import dayjs from 'dayjs';
import { failureOf } from '@/api/callFailures';
import { RetryNotice } from '@/lib/notice/Notice';
import { useCan } from '@/session/useCan';
import {
  detectionDefaults,
  detectionFormOf,
  shownLimit,
} from '@contract/features/laboratory/detection/detectionLimitForm';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { fetchTubes } from '../checks/checkCalls';
import type { MethodPageProps } from '../methodPages';
import { workKey } from '../useRecordPage';
import { BlankReadingsColumn } from './BlankReadingsColumn';
import { DeterminationResult } from './DeterminationResult';
import { useDetection } from './useDetection';
import styles from './detection.module.css';

/** Shows which detection limit the record uses. */
function DetectionLimitInUse({
  row,
  sheet,
}: {
  readonly row: ReturnType<typeof useDetection>['row'];
  readonly sheet: LabWork['sheet'];
}) {
  const applied = row?.applied === true;
  return (
    <p className={applied ? styles.good : styles.quiet} role="status">
      {applied
        ? `本记录使用实测检出限 ${row?.computed?.['lod'] ?? row?.lod ?? ''} ${sheet.lodUnit ?? ''}`
        : sheet.lod
          ? `本记录使用检出限 ${shownLimit(sheet.lod)} ${sheet.lodUnit ?? ''}`
          : '本记录还没有检出限'}
    </p>
  );
}

interface LimitButtonsProps {
  readonly defaults: Readonly<Record<string, string>>;
  readonly detection: ReturnType<typeof useDetection>;
}

/** Buttons that save the determination, fill it from the record, and apply it. */
function DetectionLimitButtons({ defaults, detection }: LimitButtonsProps) {
  const { row, draft, dirty, busy, outcome, change, save } = detection;
  const offeredDefaults = Object.entries(defaults).filter(([key, text]) => (draft.values[key] ?? '') !== text);
  const applied = row?.applied === true;
  return (
    <Space wrap>
      <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void save()}>
        保存
      </Button>
      {offeredDefaults.length > 0 && (
        <Button onClick={() => change({ values: { ...draft.values, ...defaults } })}>从记录取体积与效率</Button>
      )}
      {applied ? (
        <Button disabled={busy} onClick={() => void save(false)}>
          改用方法检出限
        </Button>
      ) : (
        <Button
          disabled={busy || outcome.problem !== null || outcome.lod === null}
          title={outcome.problem ?? undefined}
          onClick={() => void save(true)}
        >
          用于本记录
        </Button>
      )}
      <span role="status" className={styles.quiet}>
        {dirty ? '有未保存的修改' : ''}
      </span>
    </Space>
  );
}

/**
 * 检出限: from blanks and the slope of the record's curve, from the first tube, or from a balance's resolution. One
 * button applies it to the record (DOMAIN §4.2).
 */
export function DetectionLimitPanel({ work, reload }: MethodPageProps) {
  const { sheet, curve } = work;
  const form = detectionFormOf(work);
  const detection = useDetection({ work, reload, form: 'limit', lot: null });
  const { query, row, draft, dirty, failure, outcome, change, save, untouched } = detection;
  const mayWrite = useCan([`${labDetection.name}:${row ? 'edit' : 'add'}`]);
  const tubes = useQuery({
    queryKey: [...workKey(sheet.id), 'tubes', sheet.curve],
    queryFn: ({ signal }) => fetchTubes(curve?.id ?? 0, signal),
    enabled: curve !== null && form?.sort === 'tube',
    retry: false,
  });
  if (!form) return <Empty description="该方法不测定检出限" />;
  if (query.error)
    return (
      <RetryNotice title="检出限加载失败" text={failureOf(query.error).pageText} onRetry={() => void query.refetch()} />
    );
  if (query.isPending) return <Skeleton active />;
  const isClosed = work.locked !== null || !mayWrite;
  const defaults = detectionDefaults(work, tubes.data ?? []);
  return (
    <div
      className={styles.page}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || (event.key !== 's' && event.key !== 'Enter')) return;
        event.preventDefault();
        if (dirty && !isClosed) void save();
      }}
    >
      <DetectionLimitInUse row={row} sheet={sheet} />
      {failure && <Alert type="error" showIcon title={failure} description="填写的内容都保留在页面上" />}
      <div className={styles.columns}>
        {form.sort === 'blanks' && (
          <BlankReadingsColumn
            texts={draft.blanks}
            unit=""
            disabled={isClosed}
            onChange={(blanks) => change({ blanks })}
          />
        )}
        <div className={styles.form}>
          {form.inputs.map(({ key, label, unit }) => (
            <div key={key} className={styles.field}>
              <span>
                {label}
                {unit && `（${unit}）`}
              </span>
              <Input
                value={draft.values[key] ?? ''}
                disabled={isClosed}
                inputMode="decimal"
                aria-label={label}
                onChange={({ target }) => change({ values: { ...draft.values, [key]: target.value } })}
              />
            </div>
          ))}
          <div className={styles.field}>
            <span>测定日期</span>
            <DatePicker
              value={draft.testedOn ? dayjs(draft.testedOn) : null}
              disabled={isClosed}
              aria-label="测定日期"
              onChange={(day) => change({ testedOn: day ? day.format('YYYY-MM-DD') : null })}
            />
          </div>
          <div className={styles.field}>
            <span>备注</span>
            <Input
              value={draft.remark ?? ''}
              maxLength={300}
              disabled={isClosed}
              aria-label="备注"
              onChange={({ target }) => change({ remark: target.value || null })}
            />
          </div>
          {!isClosed && <DetectionLimitButtons defaults={defaults} detection={detection} />}
        </div>
        <DeterminationResult work={work} form={form} outcome={outcome} untouched={untouched} />
      </div>
    </div>
  );
}
