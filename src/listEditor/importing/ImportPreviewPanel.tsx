import { Alert, Checkbox, Segmented, Select, Space } from 'antd';
import { useMemo, useState } from 'react';
import { widthOf } from '@/fields';
import { DataTable, type DataTableColumn } from '@/grid/DataTable';
import { phone, useMedia } from '@/lib/useMedia';
import type { Entity } from '@contract/entity';
import type { ImportPreview, ImportRow, ImportState } from '@contract/workbook/importWire';
import { sheetColumns } from '@contract/workbook/sheetCells';
import { FaultPanel } from './FaultPanel';
import { ImportCell } from './ImportCell';
import type { ImportModel } from './useImport';
import styles from './importDialog.module.css';

const stateWords: Record<ImportState, string> = { add: '新增', update: '更新', same: '无变化', error: '有误' };
const maxListed = 200;

type PreviewView = 'all' | ImportState | 'notices';

const rowKey = (row: ImportRow): number => row.line;

/**
 * Returns the columns of the preview: line, result, and the columns of the workbook. The columns that the view
 * highlights follow the name.
 */
function usePreviewColumns(entity: Entity, preview: ImportPreview, view: PreviewView, correct: ImportModel['correct']) {
  const tellingHeaders = useTellingHeaders(preview.rows);
  const isNarrow = useMedia(phone);
  return useMemo<DataTableColumn<ImportRow>[]>(() => {
    const presentColumns = sheetColumns(entity).filter(({ header }) => !preview.headers.missing.includes(header));
    // Moves the highlighted columns next to the name: invalid cells of invalid rows, changed cells of updates.
    const [name, ...otherColumns] = presentColumns;
    const highlightedHeaders = tellingHeaders[view] ?? new Set();
    const orderedColumns = name
      ? [
          name,
          ...otherColumns.filter(({ header }) => highlightedHeaders.has(header)),
          ...otherColumns.filter(({ header }) => !highlightedHeaders.has(header)),
        ]
      : presentColumns;
    return [
      {
        key: '#line',
        title: '行号',
        width: 64,
        fixed: 'left',
        align: 'right',
        render: (row) => row.line,
        text: (row) => String(row.line),
      },
      {
        key: '#state',
        title: '结果',
        width: 76,
        fixed: isNarrow ? undefined : 'left',
        render: (row) => <span className={styles[row.state]}>{stateWords[row.state]}</span>,
        text: (row) => stateWords[row.state],
      },
      ...orderedColumns.map(({ header, field }, index): DataTableColumn<ImportRow> => ({
        key: header,
        title: header,
        width:
          index === 0 ? 220 : Math.max(field.kind === 'region' ? 110 : widthOf(field), [...header].length * 14 + 32),
        fixed: index === 0 && !isNarrow ? 'left' : undefined,
        align: field.kind === 'integer' || field.kind === 'decimal' ? 'right' : 'left',
        render: (row) => <ImportCell row={row} header={header} onCorrect={correct} />,
        text: (row) => row.cells[header] ?? '',
      })),
    ];
  }, [entity, preview.headers.missing, view, tellingHeaders, isNarrow, correct]);
}

interface PreviewBarProps {
  readonly model: ImportModel;
  readonly view: PreviewView;
  readonly options: { value: PreviewView; label: string }[];
  readonly setView: (view: PreviewView) => void;
}

/** Selects for the displayed rows, and for whether the import updates existing data. */
function PreviewBar({ model, view, options, setView }: PreviewBarProps) {
  const { mode, blanks } = model;
  return (
    <div className={styles.bar}>
      <Segmented<PreviewView> value={view} options={options} onChange={setView} />
      <Space wrap>
        <Checkbox
          checked={mode === 'update'}
          onChange={(event) => model.change({ mode: event.target.checked ? 'update' : 'add' })}
        >
          更新已有数据
        </Checkbox>
        {mode === 'update' && (
          <Checkbox
            checked={blanks === 'clear'}
            onChange={(event) => model.change({ blanks: event.target.checked ? 'clear' : 'keep' })}
          >
            空白单元格清除原有内容
          </Checkbox>
        )}
      </Space>
    </div>
  );
}

/** Lists the invalid cells of all rows. */
function ErrorList({ faultyRows }: { readonly faultyRows: readonly ImportRow[] }) {
  const listedErrors = faultyRows.flatMap((row) => row.errors.map((error) => ({ ...error, line: row.line })));
  return (
    <Alert
      type="warning"
      showIcon
      title={`上传结果：${faultyRows.length}行共${listedErrors.length}处有误，点击红色单元格可直接改正`}
      description={
        <ul className={styles.errors}>
          {listedErrors.slice(0, maxListed).map(({ line, header, message, value }) => (
            <li key={`${line}:${header}:${message}`}>
              第{line}行 {header}
              {value ? `“${value}”` : ''}：{message}
            </li>
          ))}
          {listedErrors.length > maxListed && <li>其余{listedErrors.length - maxListed}处请下载错误行查看</li>}
        </ul>
      }
    />
  );
}

/**
 * Shows each row with the effect of the import on it. Invalid cells are red and editable; normalised cells show their
 * former text.
 */
export function ImportPreviewPanel({
  entity,
  model,
  preview,
}: {
  entity: Entity;
  model: ImportModel;
  preview: ImportPreview;
}) {
  const { counts, correct } = model;
  const [chosenView, setView] = useState<PreviewView>(counts.error > 0 ? 'error' : 'all');
  const noticed = useMemo(() => preview.rows.filter((row) => row.notices.length > 0), [preview.rows]);
  // The last fault may be corrected while the faulty rows are shown.
  const left = { ...counts, all: 1, notices: noticed.length }[chosenView];
  const view = left > 0 ? chosenView : 'all';
  const rows = useMemo(
    () =>
      view === 'all' ? preview.rows : view === 'notices' ? noticed : preview.rows.filter((row) => row.state === view),
    [preview.rows, noticed, view],
  );

  const columns = usePreviewColumns(entity, preview, view, correct);

  const faultyRows = preview.rows.filter((row) => row.state === 'error');
  const options: { value: PreviewView; label: string }[] = [
    { value: 'all', label: `全部 ${preview.rows.length}` },
    ...(Object.keys(stateWords) as ImportState[])
      .filter((state) => counts[state] > 0)
      .map((state) => ({ value: state, label: `${stateWords[state]} ${counts[state]}` })),
    ...(noticed.length ? [{ value: 'notices' as const, label: `已规范 ${noticed.length}` }] : []),
  ];
  return (
    <div className={styles.preview}>
      {preview.sheets.length > 1 && <SheetSelect model={model} preview={preview} />}
      {preview.headers.message && !model.loose && (
        <Alert type={preview.headers.fatal ? 'error' : 'warning'} showIcon title={preview.headers.message} />
      )}
      {preview.dropped.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`首列为空的${preview.dropped.length}行已忽略：第${preview.dropped.slice(0, 20).join('、')}行${preview.dropped.length > 20 ? '等' : ''}`}
        />
      )}
      {(preview.mappingNotes?.length ?? 0) > 0 && (
        <Alert
          type="info"
          showIcon
          title={preview.mappingNotes?.[0]}
          description={
            <ul className={styles.errors}>
              {preview.mappingNotes?.slice(1).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          }
        />
      )}
      {model.loose && model.groups.length > 0 && <FaultPanel model={model} />}
      {faultyRows.length > 0 && !model.loose && <ErrorList faultyRows={faultyRows} />}
      {!preview.headers.fatal && (
        <>
          <PreviewBar model={model} view={view} options={options} setView={setView} />
          <div className={styles.table}>
            <DataTable<ImportRow>
              label="导入预览"
              rows={rows}
              rowKey={rowKey}
              columns={columns}
              height="100%"
              density="small"
              loading={model.busy}
              empty="没有这一类的行"
            />
          </div>
        </>
      )}
    </div>
  );
}

/** Chooses the sheet to read from a workbook with several sheets. */
function SheetSelect({ model, preview }: { model: ImportModel; preview: ImportPreview }) {
  const options = preview.sheets.map(({ name, hidden }) => ({ value: name, label: hidden ? `${name}（隐藏）` : name }));
  const unreadCount = preview.sheets.length - 1;
  return (
    <Alert
      type="info"
      showIcon
      title={
        <Space wrap>
          <span>工作表</span>
          <Select
            aria-label="读取的工作表"
            value={preview.sheetName}
            options={options}
            disabled={model.busy}
            style={{ minWidth: 180 }}
            onChange={(name: string) => void model.changeSheet(name)}
          />
          <span>其余{unreadCount}张有数据的工作表不读取</span>
        </Space>
      }
    />
  );
}

/**
 * Returns the headers that each view highlights. A header stays once it was included, so that a column does not move
 * away when its last cell is corrected.
 */
function useTellingHeaders(rows: readonly ImportRow[]): Partial<Record<PreviewView, ReadonlySet<string>>> {
  const [headersByView, setHeadersByView] = useState<Partial<Record<PreviewView, ReadonlySet<string>>>>({});
  const now = {
    error: rows.flatMap((row) => row.errors),
    notices: rows.flatMap((row) => row.notices),
    update: rows.flatMap((row) => row.changes),
  };
  const newHeaders = Object.entries(now).flatMap(([view, marks]) => {
    const knownHeaders = headersByView[view as PreviewView];
    const headers = marks.map(({ header }) => header);
    return headers.every((header) => knownHeaders?.has(header))
      ? []
      : [[view, new Set([...(knownHeaders ?? []), ...headers])] as const];
  });
  if (newHeaders.length > 0) setHeadersByView({ ...headersByView, ...Object.fromEntries(newHeaders) });
  return headersByView;
}
