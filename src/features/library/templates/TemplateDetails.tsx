import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { Notice, RetryNotice } from '@/lib/notice/Notice';
import { isWritable, ListEditor, type ListPage } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import { usePageName } from '@/session/tabs/pageState';
import { templateCalls } from './templateCalls';
import { TemplateHead } from './TemplateHead';
import type { TemplateKind } from './templateKind';
import { TemplateSheet } from './TemplateSheet';
import styles from './templates.module.css';

/** Loads one version of a template; nothing without a valid id. */
export const useTemplate = (entity: TemplateKind['entity'], id: number) =>
  useQuery({
    // The query key is below the key of the list, so that a change of the list reloads this query.
    queryKey: ['list', entity.path, 'one', id],
    queryFn: ({ signal }) => templateCalls(entity).get(id, signal),
    enabled: Number.isInteger(id) && id > 0,
    retry: false,
  });

/** One version of a template: its facts and moves above, its rows below. Rows are editable while it is a draft. */
export function TemplateDetails({ kind }: { kind: TemplateKind }) {
  const { entity } = kind;
  const [search] = useSearchParams();
  const id = Number(search.get('id'));
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const { data: template, error, isPending, refetch } = useTemplate(entity, id);
  usePageName(template && String(template[entity.titleField] ?? ''));
  const isEditable = template?.state === 'draft' && isWritable(entity, template, isAdmin);
  const rows = useMemo<ListPage>(
    () => ({
      ...kind.rows,
      fixedQuery: { template: id },
      abilities: isEditable ? ['add', 'edit', 'copy', 'del', 'restore'] : [],
    }),
    [kind, id, isEditable],
  );

  const [unsaved, setUnsaved] = useState(false);
  const [shownView, setShownView] = useState<'sheet' | 'list'>('sheet');

  if (!Number.isInteger(id) || id < 1) return <Notice title="没有选择模板" text="请从模板列表打开一个模板。" />;
  if (error)
    return <RetryNotice title="模板加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active />;
  return (
    <section className={styles.page} aria-label={entity.label}>
      <TemplateHead entity={entity} template={template} unsaved={unsaved} />
      {isEditable && (
        <Segmented
          className={styles.switch}
          value={shownView}
          onChange={setShownView}
          options={[
            { value: 'sheet', label: '表格填写' },
            { value: 'list', label: '列表' },
          ]}
        />
      )}
      {isEditable && (
        <div className={styles.rows} hidden={shownView !== 'sheet'}>
          <TemplateSheet key={id} kind={kind} id={id} onUnsaved={setUnsaved} />
        </div>
      )}
      {(!isEditable || shownView === 'list') && (
        <div className={styles.rows}>
          <ListEditor key={`${id}`} page={rows} embedded />
        </div>
      )}
    </section>
  );
}
