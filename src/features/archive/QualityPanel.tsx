import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { DictCell, Tone } from '@/fields';
import { RetryNotice } from '@/lib/notice/Notice';
import { PageDrawer } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import type { BlindQuality, SheetQuality } from '@contract/features/archive/archiveWire';
import { lineVerdict, reasonsOf } from '@contract/features/archive/printedDocuments/qualityDocument';
import type { CheckTable } from '@contract/features/laboratory/checks/checkTable';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { permissionOf } from '@contract/permissions';
import { archiveKey, fetchQuality } from './archiveCalls';
import styles from './archive.module.css';

const chartPermissions = [permissionOf(labCheck, 'list')];

function CheckResultsTable({ table }: { readonly table: CheckTable }) {
  const { title, columns, rows, failed } = table;
  return (
    <table className={styles.checks}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map(({ heading, right }) => (
            <th key={heading} scope="col" data-right={right}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} data-failed={failed.includes(index)}>
            {row.map((cell, place) => (
              <td key={place} data-right={columns[place]?.right}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface RequirementsTableProps {
  readonly sheetNo: string;
  readonly lines: SheetQuality['summary']['lines'];
}

/** Required, performed and judged checks of a record, one row per kind. */
function RequirementsTable({ sheetNo, lines }: RequirementsTableProps) {
  return (
    <table className={styles.checks} aria-label={`${sheetNo}的质控要求与完成情况`}>
      <thead>
        <tr>
          {['质控项目', '要求（个）', '完成（个）', '合格（个）', '不合格（个）', '复测（个）', '结论'].map(
            (heading, index) => (
              <th key={heading} scope="col" data-right={index > 0 && index < 6}>
                {heading}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((checkLine) => {
          const { verdictText, tone: verdictTone } = lineVerdict(checkLine);
          return (
            <tr key={checkLine.kind}>
              <td>{checkLine.title}</td>
              {[checkLine.needed, checkLine.judged, checkLine.passed, checkLine.failed, checkLine.retested].map(
                (count, index) => (
                  <td key={index} data-right="true">
                    {count}
                  </td>
                ),
              )}
              <td>
                <Tone tone={verdictTone}>{verdictText}</Tone>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function SheetQualitySection({
  sheet,
  mayChart,
  onChart,
}: {
  readonly sheet: SheetQuality;
  readonly mayChart: boolean;
  readonly onChart: () => void;
}) {
  const { sheetNo, hazardName, methodTitle, state, analystName, summary, tables, path } = sheet;
  const { lines, stops, missing } = summary;
  const tone = stops !== null ? 'bad' : missing.length > 0 ? 'waiting' : lines.length > 0 ? 'good' : 'quiet';
  return (
    <article className={styles.sheet} aria-label={`${hazardName} ${sheetNo}`}>
      <header>
        <b>{hazardName}</b>
        {path ? (
          <Link to={path} className={styles.no}>
            {sheetNo}
          </Link>
        ) : (
          <span className={styles.no}>{sheetNo}</span>
        )}
        <span className={styles.quiet} title={methodTitle}>
          {methodTitle}
        </span>
        <span>检测人：{analystName ?? '–'}</span>
        <DictCell dict="recordState" value={state} />
        <Tone tone={tone}>
          {stops !== null
            ? '质控不符合要求'
            : missing.length > 0
              ? '缺少的质控已说明'
              : lines.length > 0
                ? '质控符合要求'
                : '该方法的质控不单独记录'}
        </Tone>
        {mayChart && lines.length > 0 && (
          <Button size="small" onClick={onChart}>
            质控图
          </Button>
        )}
      </header>
      {lines.length > 0 && <RequirementsTable sheetNo={sheetNo} lines={lines} />}
      {stops !== null && <p className={styles.bad}>{stops}</p>}
      {reasonsOf(summary).map((reasonText) => (
        <p key={reasonText}>质控说明：{reasonText}</p>
      ))}
      {tables.length > 0 && (
        <details>
          <summary>逐项数据与判定（{tables.reduce((sum, { rows }) => sum + rows.length, 0)}行）</summary>
          {tables.map((table) => (
            <CheckResultsTable key={table.title} table={table} />
          ))}
        </details>
      )}
    </article>
  );
}

/** Judged blind samples of the project. */
function BlindTable({ blinds }: { readonly blinds: readonly BlindQuality[] }) {
  return (
    <table className={styles.checks}>
      <caption>密码样</caption>
      <thead>
        <tr>
          {['样品编号', '类别', '同批样品或质控样', '评价', '结论'].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {blinds.map(({ id, sampleNo, blindKind, modelNo, material, judgement, outcome }) => (
          <tr key={id} data-failed={outcome === 'failed'}>
            <td>{sampleNo}</td>
            <td>
              <DictCell dict="blindKind" value={blindKind} />
            </td>
            <td>{blindKind === 'control' ? material : modelNo}</td>
            <td>{judgement}</td>
            <td>
              <DictCell dict="blindOutcome" value={outcome} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Quality control of a project by record: required, performed and judged checks, with the control charts of each
 * hazard.
 */
export function QualityPanel({
  project,
  Chart,
}: {
  readonly project: number;
  readonly Chart: ComponentType<{ sheet: SheetQuality }>;
}) {
  const mayChart = useCan(chartPermissions);
  const [chartedSheet, setChartedSheet] = useState<SheetQuality | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...archiveKey(project), 'quality'],
    queryFn: ({ signal }) => fetchQuality(project, signal),
    retry: false,
  });
  if (error)
    return <RetryNotice title="质控加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { samples, blanks, sheets, blinds } = data;
  if (sheets.length === 0)
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有检测记录；检测开始后，各份记录的质控列在这里" />
    );
  const failedCount = sheets.filter(({ summary }) => summary.stops !== null).length;
  const explainedCount = sheets.filter(({ summary }) => summary.missing.length > 0).length;
  return (
    <section className={styles.quality} aria-label="质量控制">
      <p>
        样品{samples}个，现场空白{blanks}个，检测记录{sheets.length}份；
        {failedCount > 0 ? (
          <b className={styles.bad}>{failedCount}份质控不符合要求</b>
        ) : explainedCount > 0 ? (
          <Tone tone="waiting">{`${explainedCount}份有缺少的质控，已说明`}</Tone>
        ) : (
          <Tone tone="good">质控均符合要求</Tone>
        )}
      </p>
      {sheets.map((sheet) => (
        <SheetQualitySection key={sheet.id} sheet={sheet} mayChart={mayChart} onChart={() => setChartedSheet(sheet)} />
      ))}
      {blinds.length > 0 && <BlindTable blinds={blinds} />}
      <PageDrawer
        open={chartedSheet !== null}
        size="min(1180px, 94vw)"
        title={chartedSheet ? `质控图：${chartedSheet.hazardName}　${chartedSheet.methodTitle}` : ''}
        onClose={() => setChartedSheet(null)}
        destroyOnHidden
      >
        {chartedSheet && <Chart sheet={chartedSheet} />}
      </PageDrawer>
    </section>
  );
}
