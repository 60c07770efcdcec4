import { useQuery } from '@tanstack/react-query';
import { Button, Descriptions, Empty, Skeleton, Tabs } from 'antd';
import { serverSupports } from '@/api/client';
import { fetchHistory } from '@/api/rowHistory';
import { cellText, DictCell, emptyCellText, RichText } from '@/fields';
import { FileLink } from '@/fields/preview/FileLink';
import { useLabels, useDictionary } from '@/session/dictionaryStore';
import { PageDrawer } from '@/session/overlays';
import { type AnyRow, type Entity, fieldOf, labelOf } from '@contract/entity';
import { detailFields } from './columns/detailFields';
import type { ListEditorModel } from './useListEditor';
import styles from './listEditor.module.css';

/**
 * Shows one row read-only: its fields on one tab, its history on the other.
 * @param row the row to show; null if the drawer is closed. A newer version in the list has priority.
 * @param onEdit opens the edit form; without it, and for a deleted row, there is no edit button
 */
export function DetailDrawer({
  editor,
  row,
  onClose,
  onEdit,
}: {
  editor: ListEditorModel;
  row: AnyRow | null;
  onClose: () => void;
  onEdit?: (row: AnyRow) => void;
}) {
  const { page } = editor;
  const shownRow = row ? (editor.rows.find((listRow) => listRow.id === row.id) ?? row) : null;
  const Detail = page.slots?.detail;
  return (
    <PageDrawer
      open={row !== null}
      size={720}
      title={shownRow ? String(shownRow[page.entity.titleField] ?? '') : ''}
      onClose={onClose}
      extra={
        shownRow &&
        onEdit &&
        !shownRow.deleteTime && (
          <Button type="primary" onClick={() => onEdit(shownRow)}>
            编辑
          </Button>
        )
      }
    >
      {shownRow && (
        <Tabs
          items={[
            {
              key: 'fields',
              label: '详情',
              children: Detail ? <Detail row={shownRow} /> : <RowFields entity={page.entity} row={shownRow} />,
            },
            // A field that nobody can change here has no history.
            ...(page.abilities?.length === 0 || !serverSupports('history')
              ? []
              : [{ key: 'history', label: '修改记录', children: <RowHistory editor={editor} row={shownRow} /> }]),
          ]}
        />
      )}
    </PageDrawer>
  );
}

/** Shows every field of a row. */
export function RowFields({ entity, row }: { readonly entity: Entity; readonly row: AnyRow }) {
  const labels = useLabels(entity);
  const names = detailFields(entity, row);
  return (
    <Descriptions
      column={1}
      size="small"
      bordered
      styles={{ label: { width: 168 } }}
      items={[
        ...names.map((name) => {
          const field = entity.fields[name];
          const value = row[name];
          return {
            key: name,
            label: field?.unit ? `${field.label}（${field.unit}）` : labelOf(entity, name),
            children:
              field?.kind === 'dict' ? (
                <DictCell dict={field.dict} value={value} />
              ) : field?.kind === 'richText' && value ? (
                <RichText html={String(value)} />
              ) : field?.kind === 'file' && typeof value === 'string' ? (
                <FileLink id={value} size="small" label="查看文件" />
              ) : (
                <span className={styles.whole}>
                  {field ? cellText(field, value, row, name, labels) : emptyCellText}
                </span>
              ),
          };
        }),
        ...(entity.fields.createTime
          ? []
          : [{ key: 'createTime', label: '创建', children: `${row.createTime}　${String(row.createByName ?? '')}` }]),
        ...(row.updateTime
          ? [{ key: 'updateTime', label: '最后修改', children: `${row.updateTime}　${String(row.updateByName ?? '')}` }]
          : []),
      ]}
    />
  );
}

/** Lists the row's audit events: who, when, old → new value, reason (QUALITY §1, 1 and 7). */
function RowHistory({ editor, row }: { editor: ListEditorModel; row: AnyRow }) {
  const { entity } = editor.page;
  const labels = useLabels(entity);
  const words = useDictionary('auditAction');
  const { data, isPending, error } = useQuery({
    queryKey: ['history', entity.name, row.id, row.version],
    queryFn: ({ signal }) => fetchHistory(entity.name, row.id, signal),
    retry: false,
  });
  if (isPending) return <Skeleton active />;
  if (error) return <Empty description="修改记录加载失败，请稍后重试" />;
  if (!data?.length) return <Empty description="没有修改记录" />;
  const show = (name: string, value: unknown) => {
    const field = fieldOf(entity, name);
    return field ? cellText(field, value, {}, name, labels) : JSON.stringify(value);
  };
  return (
    <ol className={styles.history}>
      {data.map((event) => (
        <li key={event.id}>
          <div className={styles.historyHead}>
            <strong>{words.find(({ value }) => value === event.action)?.label ?? event.action}</strong>
            <span>{event.userName ?? '系统'}</span>
            <time>{event.createTime}</time>
          </div>
          {event.reason && <div>原因：{event.reason}</div>}
          {event.action !== 'add' &&
            event.action !== 'copy' &&
            event.action !== 'import' &&
            event.before &&
            event.after && (
              <dl>
                {Object.keys(event.after).map((name) => (
                  <div key={name}>
                    <dt>{labelOf(entity, name)}</dt>
                    <dd>
                      <del>{show(name, event.before?.[name])}</del> → <ins>{show(name, event.after?.[name])}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
        </li>
      ))}
    </ol>
  );
}
